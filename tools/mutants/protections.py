"""Mutation test of the protections in SECURITY.md: removes one at a time and expects its test to
fail.

On demand: `python tools/mutants/protections.py [WORD …]`; words select by name. Works on a copy of
the checkout. Exits with 1 if a removed protection goes unnoticed. docs/security-tests.md lists the
protections: after a change run `python -m tools.mutants.page`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT = shutil.ignore_patterns(".git", ".venv", "build", "dist", ".*_cache", "__pycache__", "docs")
SECONDS = 240
"""Seconds after which a test that does not end counts as failed."""
TIMES = 3
"""Runs of a randomised test before a protection counts as unnoticed."""


@dataclass(frozen=True)
class Protection:
    """A protection: lines of a file, their replacement, and the test that must fail."""

    guarantee: str
    """The key of its guarantee in `tools.mutants.guarantees`."""
    promise: str
    file: str
    lines: str
    without: str
    test: str


STORE, ENGINE = "companion/store/store.py", "companion/store/engine.py"
READING, MODELS = "companion/store/rows.py", "companion/store/models.py"
TABLES = "tests/tables/test_tables.py"
SECURITY, LIMITS = "companion/web/platform/security.py", "companion/hosting/limits.py"
WRITE_ACCESS = "companion/store/write_access.py"
WRITE_ACCESS_PAGES = "tests/web/tables/test_write_access.py"
WRITE_ACCESS_STORED = "tests/store/test_write_access.py"
HOSTILE, TROUBLE = "tests/web/platform/test_hostile.py", "tests/hosting/test_trouble.py"

PROTECTIONS = (
    # -- nothing lost ----------------------------------------------------------------------------
    Protection(
        "saved", "An entry is on disk before the answer is sent.", STORE,
        "as session, session.begin():", "as session:",
        "tests/hosting/test_crash.py::test_killed_server_keeps_acknowledged_entries_once",
    ),
    Protection(
        "saved", "SQLite syncs each transaction to disk.",
        ENGINE, "PRAGMA synchronous=FULL", "PRAGMA synchronous=OFF",
        "tests/store/test_store.py::test_rows_are_durable_and_waits_are_bounded",
    ),
    Protection(
        "saved", "A change takes the write lock before it reads.", ENGINE,
        '"BEGIN IMMEDIATE"', '"BEGIN"',
        "tests/store/test_store.py::"
        "test_asking_and_entering_send_few_statements",
    ),
    Protection(
        "saved", "A writer waits if the file is locked.", ENGINE,
        '"timeout": MIGRATION if migrating else WAIT', '"timeout": 0',
        "tests/store/test_store.py::"
        "test_concurrent_acts_are_neither_lost_nor_doubled",
    ),
    Protection(
        "saved", "A writer waits five seconds for a locked row of PostgreSQL.", ENGINE,
        "-c lock_timeout={1000 * WAIT} ", "",
        "tests/store/test_store.py::"
        "test_rows_are_durable_and_waits_are_bounded",
    ),
    Protection(
        "saved", "A change locks the row of its table.", READING,
        "wanted.with_for_update().options(", "wanted.options(",
        "tests/store/test_store.py::"
        "test_change_waits_for_change_by_another_process",
    ),
    Protection(
        "saved", "An answer to an outdated page is refused.", STORE,
        "if row.seq != seen:\n                return self._late(session, row, seen, form)", "",
        "tests/web/tables/test_table.py::test_stale_answer_is_explained_and_not_used",
    ),
    Protection(
        "saved", "An entry that another one overtakes is refused.", MODELS,
        '"version_id_col": _SEQ, "version_id_generator": False', "",
        "tests/store/test_store.py::"
        "test_entry_overtaken_while_written_is_stale",
    ),
    Protection(
        "saved", "A form that is sent twice counts once.", READING,
        "if session.exec(wanted.where(JournalRow.submission == submission)).first() is not None:",
        "if False:",
        "tests/web/tables/test_table.py::test_the_same_form_sent_twice_is_one_entry",
    ),
    Protection(
        "saved", "A form that is sent twice creates one table.", STORE,
        "        make(session, form, row.code)\n", "",
        "tests/web/tables/test_home_and_new.py::test_the_same_form_sent_twice_begins_one_table",
    ),
    Protection(
        "saved", "After a name is erased, nothing derived from the old rows is used.", READING,
        "if any(act.kind == ERASE for act in acts):", "if False:",
        "tests/store/test_store.py::test_erased_name_is_dropped_from_known_table",
    ),
    Protection(
        "saved", "A cached table reads the newer rows.", READING,
        "if use and use.seq == row.seq:", "if use:",
        "tests/store/test_store.py::"
        "test_known_table_reads_only_newer_entries",
    ),
    Protection(
        "limits", "A value is validated when it is set.", MODELS,
        '"validate_assignment": True', '"validate_assignment": False',
        "tests/store/test_models.py::"
        "test_invalid_value_is_refused_when_set",
    ),
    Protection(
        "saved", "A stopping server completes running requests.", "companion/cli/serve.py",
        "    drain(server, sockets)\n", "    os._exit(0)\n",
        "tests/hosting/test_crash.py::"
        "test_entry_during_server_stop_is_saved_and_answered",
    ),
    Protection(
        "saved", "An undone entry does not count.", "companion/store/models.py",
        "            undone = ()\n", "            undone = self.undone\n",
        "tests/store/test_store.py::test_any_sequence_of_acts_matches_paper",
    ),
    Protection(
        "interrupted", "After a move, PostgreSQL continues the numbering.",
        "companion/store/migrate.py",
        "            _count_on(new)\n", "            pass\n",
        "tests/cli/test_club.py",
    ),
    Protection(
        "web", "Invisible characters are removed from names.", "companion/engine/record.py",
        'return " ".join(_UNSEEN.sub("", text).split())', 'return " ".join(text.split())',
        f"{HOSTILE}::test_invisible_characters_are_not_stored",
    ),
    # -- nobody waits long -----------------------------------------------------------------------
    Protection(
        "load", "A page that many phones watch is rendered once.", "companion/tables/snapshot.py",
        "            if key not in self._pages:\n", "            if True:\n",
        f"{TABLES}::test_page_requested_while_rendering_is_not_rendered_again",
    ),
    Protection(
        "saved", "An entry that cannot be replayed is refused.", "companion/tables/proposal.py",
        "    after = table.game.replay(record) if acts else table.replay\n",
        "    after = table.replay\n",
        f"{TABLES}::test_act_failing_replay_is_not_entered",
    ),
    # -- errors are reported ---------------------------------------------------------------------
    Protection(
        "failures", "A database error is reported.", ENGINE,
        "    if kind:\n        raise Trouble(", "    if kind == 'never':\n        raise Trouble(",
        f"{TROUBLE}::test_file_size_limit_is_reported_without_loss",
    ),
    Protection(
        "failures", "The wait for a locked database ends.", STORE,
        "not self._turn.acquire(timeout=WAIT)", "not self._turn.acquire()",
        "tests/store/test_store.py::"
        "test_waiting_for_turn_times_out_with_reason",
    ),
    Protection(
        "failures", "A damaged file is detected before it is changed.",
        "companion/store/backups.py",
        'if messages != ["ok"]:', "if messages == []:",
        f"{TROUBLE}::test_hidden_page_damage_is_found_at_start",
    ),
    Protection(
        "failures", "Entries without their table count as damage.", "companion/store/backups.py",
        "    if lost:\n", "    if False:\n",
        "tests/store/test_restoring.py::test_file_with_entries_without_table_is_damaged",
    ),
    Protection(
        "failures", "A damaged backup replaces no good one.", "companion/store/backups.py",
        "        one_file(part)\n        sound(part)", "        one_file(part)",
        f"{TROUBLE}::test_damaged_file_adds_and_removes_no_backup",
    ),
    # -- access ----------------------------------------------------------------------------------
    Protection(
        "scorer", "Watching phones cannot write.", "companion/web/platform/browser.py",
        "    if not may_write(table):\n        abort(403", "    if False:\n        abort(403",
        f"{HOSTILE}::test_watchers_write_by_no_route",
    ),
    Protection(
        "web", "Requests from other websites are refused.", SECURITY,
        "    app.before_request(same_origin)\n", "",
        f"{HOSTILE}::test_no_route_accepts_cross_site_changes",
    ),
    Protection(
        "web", "No other website can frame a page.", SECURITY, "frame-ancestors 'none'; ", "",
        f"{HOSTILE}::test_no_page_allows_framing_or_inline_scripts",
    ),
    Protection(
        "web", "Pages run no inline scripts.", SECURITY,
        "script-src 'self';", "script-src 'self' 'unsafe-inline';",
        f"{HOSTILE}::test_no_page_allows_framing_or_inline_scripts",
    ),
    Protection(
        "web", "Entered text is escaped.", "companion/app.py",
        "    browser.htmx.init_app(app)\n",
        "    browser.htmx.init_app(app)\n    app.jinja_env.autoescape = False\n",
        f"{HOSTILE}::test_injected_script_appears_in_no_page",
    ),
    Protection(
        "web", "Redirects stay on the server.", "companion/web/platform/home.py",
        'redirect(inside(request.form.get("back", "/")), 303)',
        'redirect(request.form.get("back", "/"), 303)',
        f"{HOSTILE}::test_nothing_leads_to_another_site",
    ),
    Protection(
        "web", "Paths stay inside their folder.", "companion/paths.py",
        "there and place.is_relative_to(folder.resolve())", "there",
        f"{HOSTILE}::test_file_outside_its_folder_is_not_found",
    ),
    Protection(
        "codes", "An address that tries many codes is stopped.", LIMITS,
        "    if not limiter.test(_item(WRONG), address(), GUESSES):\n",
        "    if False:\n",
        f"{HOSTILE}::test_code_guessing_stops_the_guesser_alone",
    ),
    Protection(
        "codes", "All addresses of an IPv6 network count as one.",
        "companion/web/platform/browser.py",
        "NETWORK = 48", "NETWORK = 128",
        f"{HOSTILE}::test_a_house_of_many_addresses_counts_as_one",
    ),
    Protection(
        "load", "New tables are limited for each address.", LIMITS,
        '        _count(app, TABLES, NEW_TABLES, tables)\n', "        pass\n",
        f"{HOSTILE}::test_whatever_makes_tables_is_counted_alike",
    ),
    Protection(
        "load", "Imported data is limited for each address.", LIMITS,
        '        _count(app, STORED, BROUGHT, stored)\n', "        pass\n",
        f"{HOSTILE}::test_what_an_address_stores_by_files_is_counted",
    ),
    Protection(
        "load", "Documents are limited for each address.", "companion/web/paper/prints.py",
        '    signals.send(signals.PRINT)\n    response', "    response",
        f"{HOSTILE}::test_new_tables_and_prints_are_limited",
    ),
    Protection(
        "load", "A set of documents uses the queue for long jobs.", "companion/web/paper/prints.py",
        "lambda: plan, long=True)", "lambda: plan)",
        "tests/web/paper/test_queue.py",
    ),
    Protection(
        "load", "A full print queue drops jobs of its heaviest user.",
        "companion/printing/print_queue.py",
        "if len(queued) < self.waiting:", "if True:",
        "tests/printing/test_print_queue.py",
    ),
    Protection(
        "codes", "A correct link always works, also after wrong guesses.",
        "companion/web/platform/browser.py",
        "    strange = not keyed and unknown(code)\n", "    strange = unknown(code)\n",
        f"{HOSTILE}::test_a_right_key_is_never_refused",
    ),
    Protection(
        "failures", "If the file was moved, the server reports nothing as saved.",
        "companion/store/store.py",
        "                self.file.same(written=True)\n", "                pass\n",
        "tests/store/test_onefile.py",
    ),
    Protection(
        "failures", "A replaced write-ahead log is detected.", "companion/store/onefile.py",
        " or self._logged not in (None, log):", ":",
        "tests/store/test_onefile.py::test_nothing_is_acknowledged_after_file_is_replaced",
    ),
    Protection(
        "failures", "The number of entries is stored while the server runs.",
        "companion/store/onefile.py",
        "            note(self.file)\n            self._noted", "            self._noted",
        "tests/store/test_onefile.py",
    ),
    Protection(
        "failures", "A failed merge of the write-ahead log is repeated.",
        "companion/store/onefile.py", "return not busy and log == done", "return True",
        "tests/store/test_onefile.py::"
        "test_failed_checkpoint_is_tried_again",
    ),
    Protection(
        "failures", "After some seconds, the file alone has every entry.",
        "companion/store/onefile.py",
        'f"PRAGMA wal_checkpoint({how})"', '"SELECT 0, 1, 1"',
        "tests/store/test_onefile.py",
    ),
    Protection(
        "imports", "A returning table brings only answers.", "companion/tables/copies.py",
        "if row.kind in RECORD_ACTS]", "]",
        "tests/web/tables/test_carry.py",
    ),
    Protection(
        "imports", "A file gives no write access to a table.", "companion/tables/copies.py",
        "            if self.reader.scores(row):\n", "            if self.reader.sees(row):\n",
        "tests/web/tables/test_copies.py::test_file_gives_no_right_at_a_listed_table",
    ),
    Protection(
        "load", "A large request waits for a slot before it is read.",
        "companion/hosting/admission.py",
        "    if unknown or (request.content_length or 0) > LARGE:\n", "    if False:\n",
        "tests/web/platform/test_slots.py::test_large_body_needs_slot_before_reading",
    ),
    Protection(
        "limits", "A form has a size limit.", "companion/app.py",
        "MAX_CONTENT_LENGTH=256 * 1024", "MAX_CONTENT_LENGTH=None",
        f"{HOSTILE}::test_everything_sent_has_a_limit",
    ),
    Protection(
        "limits", "A record has a limit of hands.", "companion/engine/record.py",
        "if len(self.hands) > MAX_HANDS", "if len(self.hands) > 10**9",
        "tests/engine/test_record.py::test_a_record_keeps_to_its_limits",
    ),
    Protection(
        "limits", "A line of a record has a length limit.", "companion/engine/transcript.py",
        "            if len(line) > MAX_LINE:\n", "            if False:\n",
        "tests/engine/test_record.py::test_line_over_the_letter_limit_is_refused",
    ),
    Protection(
        "limits", "A journal has a limit of rows.",
        "companion/store/rows.py", "if seen >= MAX_ACTS:", "if False:",
        f"{HOSTILE}::test_full_journal_leaves_table_as_it_is",
    ),
    Protection(
        "load", "The solver stops after its time limit.", "companion/exact.py",
        'solver.setOptionValue("time_limit", seconds)', "pass",
        "tests/test_hostile_answers.py::test_the_solver_stops_when_its_time_is_over",
    ),
    Protection(
        "limits", "An invalid form gets an error message.", "companion/web/platform/browser.py",
        "    if not text.isdecimal() or len(text) > 9:\n", "    if False:\n",
        "tests/web/platform/test_fuzz.py::test_every_route_answers_whatever_is_sent",
    ),
    Protection(
        "interrupted", "A restore keeps the old file until the new one is in place.",
        "companion/store/restoring.py", "    elif _linked(target, kept):\n", "    elif False:\n",
        "tests/store/test_restoring.py",
    ),
    Protection(
        "interrupted", "A backup is on disk before it gets its name.", "companion/store/backups.py",
        "            os.fsync(file.fileno())\n", "            pass\n",
        "tests/store/test_restoring.py::"
        "test_backup_is_synced_before_and_after_renaming",
    ),
    Protection(
        "interrupted", "A restore refuses while the server runs.", "companion/store/restoring.py",
        "fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)",
        "pass", "tests/cli/test_club.py::test_nothing_is_restored_under_a_running_server",
    ),
    Protection(
        "interrupted", "The server reports an interrupted restore.", "companion/cli/common.py",
        "        unfinished(url)\n", "", "tests/store/test_restoring.py",
    ),
    Protection(
        "interrupted", "Backups are ordered by number, not by time.", "companion/store/backups.py",
        "key=lambda file: (_number(file), file.stem)", "key=lambda file: file.stem[17:]",
        "tests/cli/test_club.py::"
        "test_backups_rotate_in_order_despite_clock_change",
    ),
    Protection(
        "private", "A file that was copied back gets mode 600.", "companion/store/backups.py",
        "                each.chmod(each.stat().st_mode & 0o700)\n", "                pass\n",
        "tests/cli/test_club.py::test_copied_back_scores_become_owner_only_again",
    ),
    Protection(
        "load", "Connections are limited for each address.", "companion/cli/channels.py",
        "        if self.held[address[0]] > self.most:\n", "        if False:\n",
        "tests/hosting/test_connections.py::"
        "test_one_crowded_address_shuts_nobody_out",
    ),
    Protection(
        "load", "The server accepts fewer connections than it can open files.",
        "companion/cli/serve.py",
        "    return max(LEAST, soft - OWN)\n", "    return CONNECTIONS\n",
        "tests/hosting/test_connections.py",
    ),
    Protection(
        "limits", "A club’s own export is small enough for the import page.",
        "companion/cli/serve.py",
        "32 << 10, 5 << 20", "32 << 10, 512 << 10",
        "tests/hosting/test_connections.py::test_club_export_imports_through_the_page",
    ),
    Protection(
        "load", "A page with many replays stops after its time limit.", "companion/tables/trial.py",
        "        if not as_it_is and not budget.in_time():\n", "        if False:\n",
        f"{HOSTILE}::test_page_of_many_replays_stops_in_time",
    ),
    Protection(
        "load", "Few expensive requests run at a time.", "companion/web/platform/browser.py",
        "        budget.expect(snapshot.cost)\n", "        pass\n",
        "tests/web/platform/test_slots.py::test_long_table_page_needs_slot_each_time",
    ),
    Protection(
        "limits", "A record has a limit of answers.", "companion/engine/record.py",
        "if sum(map(len, self.hands)) > MAX_RECORD:", "if False:",
        "tests/engine/test_record.py::test_a_record_keeps_to_its_limits",
    ),
    Protection(
        "limits", "Numbers in an export have limits.", "companion/store/exchange.py",
        "if type(value) is not int or not least <= value <= most:", "if False:",
        f"{HOSTILE}::test_absurd_number_or_time_is_refused",
    ),
    Protection(
        "web", "The same host over HTTP counts as another website.", SECURITY,
        'if origin and origin not in (f"{request.scheme}://{request.host}", '
        'f"https://{request.host}"):',
        'if origin and origin.partition("//")[2] != request.host:',
        "tests/web/tables/test_rights.py::test_an_origin_counts_with_its_scheme",
    ),
    Protection(
        "scorer", "Watching other tables does not cost write access.",
        "companion/web/platform/browser.py",
        "del left[next((code for code, key in left.items() if not key), next(iter(left)))]",
        "del left[min(left)]",
        "tests/web/tables/test_rights.py",
    ),
    Protection(
        "scorer", "A valid cookie is not overwritten.", SECURITY,
        "if not isinstance(session, Outdated) or keyed:", "if True:",
        "tests/web/tables/test_rights.py::test_clock_running_ahead_keeps_write_access",
    ),
    Protection(
        "web", "Invisible characters are removed from names of house rules.",
        "companion/tables/decisions.py",
        "name = clean(text)", "name = text",
        f"{HOSTILE}::test_a_name_of_house_rules_keeps_nothing_unseen",
    ),
    Protection(
        "private", "Cookies are sent only over HTTPS, once it is used.", SECURITY,
        "return request.is_secure or super().get_cookie_secure(app)", "return False",
        f"{HOSTILE}::test_by_https_cookies_stay_on_https",
    ),
    Protection(
        "load", "A client cannot forge its address.", SECURITY,
        "    if settings.proxies:\n        many = settings.proxies",
        "    if True:\n        many = settings.proxies or 1",
        f"{HOSTILE}::"
        "test_forged_client_address_is_ignored_without_proxy",
    ),
    Protection(
        "private", "Only the owner can read the file of the scores.", "companion/store/migrate.py",
        "os.O_EXCL, 0o600)", "os.O_EXCL, 0o644)",
        "tests/hosting/test_hosted.py::test_what_the_server_makes_is_its_owners_alone",
    ),
    Protection(
        "private", "The log has routes, no addresses of pages.", "companion/hosting/health.py",
        "say(\"request\", method=request.method, route=route(),",
        "say(\"request\", method=request.method, route=request.url,",
        "tests/web/platform/test_watching.py::test_the_log_is_json_and_names_nobody",
    ),
    Protection(
        "private", "The log has no texts of exceptions.", "companion/hosting/health.py",
        "error=kind.__name__, route", "error=str(error[1]), route",
        "tests/web/platform/test_watching.py::test_fault_is_logged_with_place_not_words",
    ),
    # -- clubs -----------------------------------------------------------------------------------
    Protection(
        "codes", "Wrong club links count as guesses.", "companion/web/clubs/clubs.py",
        "        signals.send(signals.WRONG)\n", "        pass\n",
        "tests/web/clubs/test_club_key.py::"
        "test_key_guessing_is_stopped_but_right_key_works",
    ),
    Protection(
        "codes", "Wrong links of nights count as guesses.", "companion/web/nights/nights.py",
        "        signals.send(signals.WRONG)\n", "        pass\n",
        "tests/web/nights/test_nights.py::test_keys_of_nights_are_not_guessed",
    ),
    Protection(
        "codes", "Only the link of its club deletes a night.", "companion/web/nights/nights.py",
        "if own not in Nights(browser.store()).of(key):", "if not own:",
        "tests/web/nights/test_nights.py::test_only_the_club_deletes_its_night",
    ),
    # -- the right to score ----------------------------------------------------------------------
    Protection(
        "takeover", "Only invited phones can take over.", WRITE_ACCESS,
        "if not me or (own is None and not same(key, table.key)):", "if not me:",
        f"{WRITE_ACCESS_PAGES}::test_whoever_has_the_watch_code_alone_never_writes",
    ),
    Protection(
        "takeover", "An invitation expires even if the clock is set back.", WRITE_ACCESS,
        "invitation.until - clock.now() <= 2 * LASTS", "invitation.until - clock.now()",
        f"{WRITE_ACCESS_STORED}::test_invitation_ends_when_clock_is_set_back",
    ),
    Protection(
        "load", "Limits do not depend on the clock.", "companion/hosting/counts.py",
        "now = time.monotonic()\n        with self._lock:\n            self._sweep(now)",
        "now = time.time()\n        with self._lock:\n            self._sweep(now)",
        "tests/hosting/test_counts.py::test_limits_recover_after_the_clock_jumps",
    ),
    Protection(
        "interrupted", "An import that another process removed starts again.",
        "companion/store/portions.py",
        "if here < len(ids):",
        "if here < 0:",
        "tests/store/test_lock.py::test_import_is_whole_after_the_clock_jumps",
    ),
    Protection(
        "scorer", "One phone has write access at a time.", "companion/store/rows.py",
        "same(digest(phone), table.scorer) if table.scorer else same", "same",
        f"{WRITE_ACCESS_PAGES}::test_write_access_moves_and_returns_with_one_tap",
    ),
    Protection(
        "takeover", "The digits of an invitation stop working after five wrong attempts.",
        WRITE_ACCESS,
        "typed = same(token, offer.digits) and not exhausted(offer)",
        "typed = same(token, offer.digits)",
        f"{WRITE_ACCESS_STORED}::test_digits_cannot_be_tried_out",
    ),
    Protection(
        "takeover", "An invitation admits one phone.", WRITE_ACCESS,
        "replace(offer, code=secrets.token_urlsafe(16), digits=_digits(), wrong=0)",
        "replace(offer, wrong=0)",
        f"{WRITE_ACCESS_STORED}::test_digits_and_picture_let_in_once",
    ),
    Protection(
        "takeover", "An invitation expires two minutes after its page is closed.", WRITE_ACCESS,
        "if not invitation or not timedelta(0) <= invitation.until - clock.now() <= 2 * LASTS:",
        "if not invitation:",
        f"{WRITE_ACCESS_STORED}::test_invitation_is_open_only_while_shown",
    ),
    Protection(
        "takeover", "A new key removes every other phone.", WRITE_ACCESS,
        "        session.exec(others.where(col(PhoneRow.phone) != me))\n", "",
        f"{WRITE_ACCESS_STORED}::test_another_key_puts_every_other_phone_out",
    ),
    Protection(
        "takeover", "Wrong invitations count as guesses.",
        "companion/web/tables/write_access.py",
        "    signals.send(signals.WRONG)\n    words = (", "    words = (",
        f"{WRITE_ACCESS_PAGES}::test_guessing_address_is_stopped_at_watched_table",
    ),
    Protection(
        "takeover", "The journal records each invited phone and each takeover.", WRITE_ACCESS,
        '            _log_access(session, table, "pencil", answers, who)\n', "",
        f"{WRITE_ACCESS_PAGES}::test_log_names_invited_phones_and_new_scorers",
    ),
)  # fmt: skip


def failed(copy: Path, test: str) -> bool:
    """True if the test fails in the copy; SystemExit if it was not collected."""
    environment = {**os.environ, "CI": "true", "COMPANION_TEST_LONG": ""}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", "0",
             test], cwd=copy, env=environment, capture_output=True, text=True, check=False,
            timeout=SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    if done.returncode not in (0, 1):
        sys.exit(f"{test} was not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1


def noticed(copy: Path, protection: Protection) -> bool:
    """True if the test fails without the protection in one of `TIMES` runs."""
    file = copy / protection.file
    text = file.read_text(encoding="utf-8")
    if text.count(protection.lines) != 1:
        sys.exit(f"{protection.file} has {text.count(protection.lines)} of: {protection.lines}")
    file.write_text(text.replace(protection.lines, protection.without), encoding="utf-8")
    try:
        return any(failed(copy, protection.test) for _ in range(TIMES))
    finally:
        file.write_text(text, encoding="utf-8")


def main(words: list[str]) -> int:
    """Runs the selected ones; returns how many went unnoticed."""
    chosen = [each for each in PROTECTIONS
              if not words or any(word in each.promise for word in words)]  # fmt: skip
    alone = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=LEFT)
        for protection in chosen:
            began = time.monotonic()
            seen = noticed(copy, protection)
            alone += not seen
            verdict = "noticed" if seen else "UNNOTICED"
            print(f"{verdict}  {time.monotonic() - began:5.1f} s  {protection.promise}", flush=True)
    print(f"{len(chosen)} protections taken out, {len(chosen) - alone} noticed by their tests")
    return alone


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
