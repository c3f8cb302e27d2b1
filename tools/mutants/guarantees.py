"""The twelve guarantees of SECURITY.md, with the tests beside those of `protections`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Guarantee:
    """A guarantee: its sentence in SECURITY.md, and more tests that check it."""

    sentence: str
    tests: tuple[str, ...]
    """Names of tests, or files of tests."""


GUARANTEES = {
    "saved": Guarantee(
        "When a phone shows an entry as saved, all of it is on disk, and it counts once.",
        (
            "tests/hosting/test_crash.py",
            "tests/hosting/test_crowd.py",
            "tests/store/test_faults.py",
            "test_nothing_is_lost_when_the_clock_jumps",
            "test_fifty_simultaneous_club_changes_are_kept",
            "test_changes_made_at_once_are_both_kept",
            "test_nothing_stops_a_request_after_its_entry",
            "test_no_proxy_of_ours_runs_a_request_twice",
            "test_proxies_switch_to_the_running_process",
            "test_acknowledged_entry_survives_a_kill",
        ),
    ),
    "failures": Guarantee(
        "If the database fails, the server says so and overwrites nothing.",
        (
            "tests/hosting/test_trouble.py",
            "tests/store/test_onefile.py",
            "test_removed_file_is_reported_before_any_acknowledgement",
            "test_start_notices_missing_rows",
            "test_a_start_says_that_entries_are_gone",
            "test_rows_are_not_counted_at_each_entry",
            "test_copy_after_idle_time_has_every_entry",
            "test_main_file_has_every_entry_within_seconds",
        ),
    ),
    "interrupted": Guarantee(
        "If a backup, restore, import, update or move is interrupted, no scores are lost.",
        (
            "tests/store/test_restoring.py",
            "tests/store/test_faults.py",
            "test_several_processes_may_upgrade_at_once",
            "test_stopped_import_leaves_nothing",
            "test_stopped_import_is_hidden_and_later_removed",
            "test_club_moves_to_postgresql_and_back_unchanged",
            "test_a_database_is_copied_in_constant_memory",
            "test_database_recovers_to_second_before_mistake",
        ),
    ),
    "scorer": Guarantee(
        "Only the scorer’s phone can change a score.",
        (
            "tests/web/tables/test_rights.py",
            "test_former_scorers_entry_is_refused_in_words",
            "test_second_window_can_take_write_access",
        ),
    ),
    "takeover": Guarantee(
        "Another phone becomes the scorer only by an invitation or the scorer’s link.",
        (
            "tests/web/tables/test_write_access.py",
            "tests/store/test_write_access.py",
            "test_only_this_phone_scores_puts_all_others_out",
        ),
    ),
    "codes": Guarantee(
        "Watch codes, links and invitations cannot be guessed.",
        (
            "test_codes_are_tried_out_through_no_route",
            "test_network_of_addresses_guesses_no_more_often",
            "test_public_server_has_longer_codes_and_private_lists",
            "test_log_names_guessing_address_as_ban_expects",
            "test_many_guessers_raise_alarm_and_block_nobody",
            "tests/web/clubs/test_club_key.py",
        ),
    ),
    "imports": Guarantee(
        "An imported file or link gives nobody the right to score.",
        (
            "test_only_record_acts_return_and_are_shown",
            "test_import_reveals_nothing_of_a_watched_table",
            "test_stranger_gets_a_copy_of_an_unlisted_table",
        ),
    ),
    "web": Guarantee(
        "No other website, and no text that somebody enters, can do anything in your name.",
        (
            "test_no_path_leads_out_of_its_folder",
            "test_nothing_that_is_sent_becomes_a_header",
            "tests/web/platform/test_fuzz.py",
        ),
    ),
    "limits": Guarantee(
        "Every input has a limit, and an invalid input gets an error message.",
        (
            "test_random_requests_get_no_server_error",
            "test_unreadable_address_causes_no_server_fault",
            "tests/test_hostile_answers.py",
            "tests/cli/test_hostile.py",
            "tests/web/platform/test_states.py",
        ),
    ),
    "load": Guarantee(
        "One visitor cannot slow down or shut out the others, if the server is behind a proxy.",
        (
            "test_attack_on_every_route_delays_no_entry",
            "test_largest_requests_delay_no_entry",
            "test_expensive_pages_delay_no_entry_elsewhere",
            "test_pages_of_a_long_table_need_a_slot",
            "test_each_address_runs_one_request_at_once",
            "test_many_copies_of_a_sheet_need_no_slot",
            "test_no_page_of_an_evening_needs_a_slot",
            "test_entry_comes_before_pages_that_wait",
            "test_many_phones_of_one_address_are_never_refused",
            "test_one_address_never_takes_every_thread",
            "test_turn_goes_to_address_answered_longest_ago",
            "test_waiting_request_takes_no_thread",
            "test_proxies_name_the_address",
            "test_many_threads_get_exactly_what_the_limit_allows",
            "test_addresses_are_dropped_when_their_window_is_over",
            "test_refusals_end_after_the_clock_was_ahead",
            "test_reading_time_grows_with_text_length",
            "test_lists_and_statistics_replay_nothing",
            "test_statement_count_does_not_grow_with_tables",
            "test_summary_follows_whatever_changes_a_table",
            "test_check_corrects_summary_that_differs_from_replay",
            "test_lock_is_short_for_the_largest_input",
            "test_lock_is_short_for_the_longest_journal",
            "test_texts_that_an_address_stores_are_counted",
            "test_set_keeps_no_sheet_waiting",
            "test_many_rows_keep_no_sheet_waiting",
            "test_sheets_are_printed_before_sets",
            "test_long_order_is_built_apart_from_short_ones",
            "test_orders_go_on_after_a_process_was_killed",
            "test_printing_stays_off_the_path_of_an_answer",
            "test_turns_go_to_the_address_served_longest_ago",
            "test_turns_of_long_orders_are_as_fair",
            "test_full_queue_is_shared_between_addresses",
            "test_long_orders_take_no_place_of_short_ones",
            "test_thirty_sheets_at_once_are_all_printed",
            "tests/hosting/test_connections.py",
            "test_idle_connections_close_after_clock_was_ahead",
            "test_trusted_proxy_passes_on_client_address",
            "test_proxied_client_counts_by_its_own_address",
        ),
    ),
    "private": Guarantee(
        "Logs and metrics contain no names, codes or keys, and only the server’s own account can "
        "read its files.",
        (
            "tests/web/platform/test_watching.py",
            "test_busy_server_log_is_json_per_line",
            "test_proxy_logs_hold_no_key_or_code",
            "test_compose_proxy_runs_our_caddyfile",
        ),
    ),
    "deploy": Guarantee(
        "Python packages have fixed versions and hashes, and the service has few rights on its "
        "machine.",
        (
            "test_an_audit_that_could_not_ask_fails",
            "test_actions_are_pinned_and_images_can_be",
            "test_the_unit_and_the_containers_may_do_little",
            "test_systemd_unit_verifies_and_is_little_exposed",
            "test_second_compose_file_adds_postgres_and_proxy",
        ),
    ),
}  # fmt: skip
"""The guarantees by key, in the order of SECURITY.md."""
