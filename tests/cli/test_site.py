"""Command lines that `companion site` refuses."""

from unittest.mock import Mock

from companion.site import addresses


def test_site_asks_for_an_address(run, tmp_path, monkeypatch):
    monkeypatch.setattr(addresses, "addresses", Mock(return_value=addresses.Addresses()))
    result = run("site", tmp_path / "site")
    assert result.exit_code == 2
    assert "--url https://" in result.output
    assert not (tmp_path / "site").exists()


def test_site_refuses_an_invalid_address(run, tmp_path):
    result = run("site", tmp_path / "site", "--url", "cards.example.org")
    assert (result.exit_code, "no address of a site" in result.output) == (2, True)
