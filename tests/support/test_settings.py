import json
from pathlib import Path

import pytest

from sitemap_editor.support import settings as s


@pytest.fixture
def path(tmp_path):
    return tmp_path / "config" / "settings.json"


def test_every_setting_is_declared_once_and_accepts_its_default():
    keys = [setting.key for setting in s.ALL_SETTINGS]
    declared = [value for value in vars(s).values() if isinstance(value, s.Setting)]
    assert len(keys) == len(set(keys)) == len(declared)
    assert all(setting.accepts(setting.default) for setting in s.ALL_SETTINGS)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (s.THEME, "dark"),
        (s.BACKUP_ON_SAVE, True),
        (s.UNDO_BUDGET_MB, 64),
        (s.WINDOW_STATE, b"\x00\xff state"),
        (s.PROFILES, ("protocol",)),
    ],
)
def test_a_changed_setting_is_found_again_by_the_next_start(path, setting, value):
    s.Settings(path).set(setting, value)
    assert s.Settings(path).get(setting) == value


@pytest.mark.parametrize(
    ("setting", "value"), [(s.THEME, "pink"), (s.UNDO_BUDGET_MB, 0), (s.BACKUP_ON_SAVE, 1)]
)
def test_a_value_out_of_range_is_refused(setting, value):
    with pytest.raises(ValueError, match=setting.key):
        s.Settings(None).set(setting, value)


@pytest.mark.parametrize(
    ("setting", "stored"),
    [
        (s.THEME, "pink"),
        (s.UNDO_BUDGET_MB, "64"),
        (s.WINDOW_STATE, "no base64!"),
        (s.RECENT_FILES, [1, 2]),
    ],
)
def test_a_stored_value_of_the_wrong_kind_counts_as_the_default(path, setting, stored):
    path.parent.mkdir()
    path.write_text(json.dumps({setting.key: stored}))
    assert s.Settings(path).get(setting) == setting.default


def test_keys_of_a_newer_version_survive(path):
    path.parent.mkdir()
    path.write_text('{"future.key": [1]}')
    s.Settings(path).set(s.THEME, "dark")
    assert json.loads(path.read_text()) == {"future.key": [1], "look.theme": "dark"}


def test_a_broken_file_gives_the_defaults(path, caplog):
    path.parent.mkdir()
    path.write_text("{")
    assert s.Settings(path).get(s.THEME) == "system"
    assert "cannot be read" in caplog.text


def test_a_folder_that_cannot_be_written_does_not_stop_the_work(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    settings = s.Settings(tmp_path / "file" / "settings.json")
    settings.set(s.THEME, "dark")
    assert settings.get(s.THEME) == "dark"


def test_listeners_hear_of_real_changes_only():
    settings = s.Settings(None)
    heard: list[str] = []
    settings.on_change.append(lambda setting: heard.append(setting.key))
    settings.set(s.THEME, "system")
    settings.set(s.THEME, "dark")
    assert heard == ["look.theme"]


def test_recent_files_are_newest_first_without_doubles_and_limited():
    settings = s.Settings(None)
    for number in [*range(20), 15]:
        s.remember_file(settings, Path(f"/sites/{number}.xml"))
    names = [path.stem for path in s.recent_files(settings)]
    assert names == ["15", "19", "18", "17", "16", *map(str, range(14, 7, -1))]
    s.forget_file(settings, Path("/sites/15.xml"))
    assert s.recent_files(settings)[0].stem == "19"


def test_the_folder_of_settings_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv(s.CONFIG_VARIABLE, str(tmp_path))
    s.Settings.of_user().set(s.THEME, "dark")
    assert (tmp_path / "settings.json").is_file()
