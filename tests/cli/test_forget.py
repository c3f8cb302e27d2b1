"""`companion forget`: tables and names deleted for good."""

from __future__ import annotations

import json

import pytest

from companion.store import Store, default_url
from companion.store.keeping import discard

HEAD = "game: kaiser\nplayers: Nell, Omar, Pia, Quin\n"


@pytest.fixture
def codes(run):
    """Two tables."""
    return [run("import", "-", input=HEAD).stdout.split()[0] for _ in range(2)]


def left(run) -> list[str]:
    return [table["code"] for table in json.loads(run("export").stdout)["tables"]]


def test_a_table_is_forgotten_when_that_is_confirmed(run, codes):
    assert run("forget", codes[0], input="n\n").exit_code != 0
    assert left(run) == codes
    assert run("forget", codes[0], input="y\n").exit_code == 0
    assert left(run) == codes[1:]


def test_a_name_is_taken_out_of_every_table(run, codes):
    done = run("forget", "--name", "pia", "--yes")
    assert done.stdout == "0 tables deleted, names changed at 2.\n"
    assert "Pia" not in run("export").stdout
    assert run("export").stdout.count('"Player 3"') == 4


def test_tables_deleted_on_a_page_are_no_export_and_go_together(run, codes):
    store = Store(default_url())
    discard(store, codes[0])
    assert left(run) == codes[1:]
    assert run("forget", "--deleted", "--yes").stdout.startswith("1 tables deleted")
    with pytest.raises(LookupError):
        store.table(codes[0])
    store.close()


def test_nothing_named_is_nothing_deleted(run, codes):
    for arguments in (["forget"], ["forget", "BBBBBB", "--yes"]):
        assert run(*arguments).exit_code == 2
    assert left(run) == codes


def test_an_imported_record_speaks_of_seats_by_number(run):
    run("import", "-", input=HEAD + "dealer: Pia\nhand 1\n@dealer: Quin\n")
    record = json.loads(run("export").stdout)["tables"][0]["record"]
    assert record["head"]["dealer"] == "3"
    assert record["hands"][0]["@dealer"] == "4"
