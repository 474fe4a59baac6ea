"""A settings file gives defaults; the command line wins; a mistake in it is named."""

from __future__ import annotations

import pytest

from sitemap_editor.cli.config import defaults_from
from sitemap_editor.protocol.errors import SitemapError

OPTIONS = {"profile": "profile", "base-url": "base_url", "format": "report_format", "config": "c"}


def defaults(tmp_path, text, verb="check"):
    path = tmp_path / "sitemap-editor.toml"
    path.write_text(text, "utf-8")
    return defaults_from(str(path), verb, OPTIONS)


def test_no_file_no_defaults():
    assert defaults_from(None, "check", OPTIONS) == {}


def test_a_table_of_the_verb_beats_the_top(tmp_path):
    text = 'profile = ["google", "bing"]\nformat = "text"\n[check]\nformat = "json"\n'
    assert defaults(tmp_path, text) == {"profile": "google,bing", "report_format": "json"}
    assert defaults(tmp_path, text, "fix")["report_format"] == "text"


def test_what_another_verb_has_is_no_mistake(tmp_path):
    assert defaults(tmp_path, 'fail-on = "never"\n[ignore]\nrules = []\n') == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("profil = 'google'", "no setting profil"),
        ("[check]\nbase = 'x'", "no setting check.base"),
        ("[check]\nconfig = 'x'", "no setting check.config"),
        ("check = 1", "no setting check"),
        ("= broken", "not valid TOML"),
    ],
)
def test_a_mistake_is_named(tmp_path, text, words):
    with pytest.raises(SitemapError, match=words) as caught:
        defaults(tmp_path, text)
    assert caught.value.path


def test_a_missing_file_is_an_error(run):
    done = run("rules", "--config", "missing.toml")
    assert done.code == 2
    assert "missing.toml" in done.err


def test_the_command_line_wins(run, tmp_path):
    (tmp_path / "s.toml").write_text('[rules]\nformat = "json"\n')
    assert run("rules", "--config", "s.toml").text.startswith("[")
    assert not run("rules", "--config", "s.toml", "--format", "text").text.startswith("[")
