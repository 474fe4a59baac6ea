import threading

import pytest

from sitemap_editor.support import i18n


@pytest.fixture(autouse=True)
def english_again():
    yield
    i18n.set_language("en")


@pytest.mark.parametrize(
    ("code", "expected"),
    [("fr", "fr"), ("fr_CA", "fr"), ("ru-RU", "ru"), ("EN", "en"), ("de", "en")],
)
def test_language_is_taken_from_its_code_or_english(code, expected):
    assert i18n.set_language(code) == expected
    assert i18n.language() == expected


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANGUAGE": "ru:en", "LC_ALL": "fr_FR.UTF-8"}, "ru"),
        ({"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANGUAGE": "", "LC_ALL": "C.UTF-8", "LC_MESSAGES": "", "LANG": "ru_RU"}, "ru"),
    ],
)
def test_without_a_code_the_system_says_which_language(monkeypatch, variables, expected):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert i18n.set_language(None) == expected


def test_empty_text_stays_empty_in_every_language():
    i18n.set_language("fr")
    assert i18n._("") == ""


def test_marking_changes_nothing():
    i18n.set_language("fr")
    assert i18n.N_("Open") == "Open"


@pytest.mark.parametrize(
    ("language", "number", "decimals", "expected"),
    [
        ("en", 50_000, 0, "50,000"),
        ("fr", 50_000, 0, "50\u202f000"),
        ("ru", 1_234_567.8, 1, "1\u00a0234\u00a0567,8"),
    ],
)
def test_numbers_are_written_as_the_language_does(language, number, decimals, expected):
    i18n.set_language(language)
    assert i18n.format_number(number, decimals) == expected


@pytest.mark.parametrize(
    ("size", "expected"), [(0, "0.0"), (200, "0.001"), (10_276_045, "9.8"), (52_428_800, "50.0")]
)
def test_megabytes_never_round_something_to_nothing(size, expected):
    assert i18n.format_megabytes(size) == expected


def test_another_language_can_be_spoken_in_one_thread_alone():
    i18n.set_language("fr")
    heard = []
    with i18n.spoken("en"):
        thread = threading.Thread(target=lambda: heard.append(i18n.language()))
        thread.start()
        thread.join()
        assert (i18n.language(), i18n.format_number(1_000)) == ("en", "1,000")
        assert i18n._("File") == "File"
    assert (i18n.language(), heard) == ("fr", ["fr"])
    assert i18n._("File") == "Fichier"
