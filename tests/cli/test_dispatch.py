"""The first argument is the verb; whatever goes wrong is one line and an exit code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sitemap_editor.cli as cli
from sitemap_editor.cli import VERBS
from sitemap_editor.cli import run as dispatch

WRONG = [
    ([], f"Name a verb: {', '.join(VERBS)}."),
    (["chek", "a.xml"], "Did you mean check?"),
    (["dance"], f"There are: {', '.join(VERBS)}."),
    (["check"], "FILE is missing."),
    (["convert", "-o", "x.xml"], "IN is missing."),
    (["convert", "a.xml"], "-o OUT"),
    (["fix", "a.xml"], "-o OUT"),
    (["rules", "--nonsense"], "There is no option --nonsense."),
    (["rules", "--format"], "The option --format needs a value."),
    (["rules", "one", "two"], "more words"),
    (["rules", "--format", "pdf"], "there are: text, json."),
    (["rules", "--language", "de"], "there are: en, fr, ru."),
    (["check", "a.xml", "--format", "yaml"], "there are: text, json, sarif, html, csv."),
    (["check", "a.xml", "--fail-on", "fatal"], "there are: error, warning, info, never."),
    (["check", "a.xml", "--profile", "google,altavista"], "cannot be altavista"),
    (["check", "a.xml", "--profile", ""], "--profile"),
    (["check", "a.xml", "--base-url", "example.com"], "is no address"),
    (["check", "a.xml", "--base-url", "http://[bad/"], "is no address"),
    (["check", "a.xml", "--max-inflated", "lots"], "is no number of bytes"),
    (["fix", "a.xml", "-o", "b.xml", "--ask", "always"], "there are: skip, accept."),
    (["fix", "a.xml", "-o", "b.xml", "--only", "no-such-rule"], "There is no rule no-such-rule"),
    (["rules", "no-such-rule"], "There is no rule no-such-rule"),
]


@pytest.mark.parametrize(("argv", "words"), WRONG)
def test_wrong_usage_is_one_clear_line(run, argv, words):
    done = run(*argv)
    assert done.code == 2
    assert done.out == b""
    assert done.err.startswith("sitemap-editor: ")
    assert words in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_a_module_help_and_the_common_options(run, verb):
    assert (Path(cli.__file__).parent / f"{verb}.py").is_file()
    done = run(verb, "--help")
    assert done.code == 0
    for option in ("--language", "--force", "--config", "--max-inflated"):
        assert option in done.text
    assert not re.search(r"<(bool|str|list)\b", done.text)


@pytest.mark.parametrize(
    ("raised", "code"), [(KeyboardInterrupt, 130), (BrokenPipeError, 0), (MemoryError, 2)]
)
def test_what_stops_the_program_is_an_exit_code(run, monkeypatch, raised, code):
    def stop(**_options: object) -> int:
        raise raised

    monkeypatch.setattr(dispatch, "_load", lambda verb: lambda: stop())
    done = run("rules")
    assert done.code == code
    assert done.out == b""
    assert done.err.count("\n") == (1 if code == 2 else 0)


def test_the_language_of_errors_follows_the_option(run):
    english, french = run("rules", "--nope"), run("rules", "--nope", "--language=fr")
    assert french.code == english.code == 2
    assert english.err.startswith("sitemap-editor: There is no option --nope.")


def test_the_last_value_of_an_option_counts():
    argv = ["check", "--language", "fr", "--language=ru", "--", "--language", "en"]
    assert dispatch.peek(argv, "--language") == "ru"
    assert dispatch.peek(["check"], "--language") is None
