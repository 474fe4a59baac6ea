"""The settings are drawn from their declarations and hold at once."""

import logging

import pytest
from PySide6.QtGui import QAction

from sitemap_editor.gui.dialogs.settings import SettingsDialog
from sitemap_editor.support import log
from sitemap_editor.support import settings as declared
from sitemap_editor.support.settings import CHOSEN_SETTINGS, Settings

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def started(tmp_path):
    log.start_logging()
    yield log.log_path()
    log.stop_logging()


def test_every_setting_somebody_chooses_is_in_the_dialog(qtbot):
    settings = Settings(None)
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    assert {declared.BACKUP_ON_SAVE, declared.LOG_ADDRESSES, declared.UNDO_BUDGET_MB} <= set(
        dialog.values
    )
    assert dialog.values == {setting: settings.get(setting) for setting in CHOSEN_SETTINGS}


def test_what_is_chosen_is_the_answer(qtbot):
    dialog = SettingsDialog(Settings(None))
    qtbot.addWidget(dialog)
    dialog.fields[declared.UNDO_BUDGET_MB].setValue(64)
    dialog.fields[declared.THEME].setCurrentIndex(2)
    dialog.fields[declared.BACKUP_ON_SAVE].setChecked(True)
    values = dialog.values
    assert values[declared.UNDO_BUDGET_MB] == 64
    assert values[declared.THEME] == "dark"
    assert values[declared.BACKUP_ON_SAVE] is True


def test_settings_hold_at_once(desk, started):
    path = desk.open("a")
    desk.answer(
        {
            declared.UNDO_BUDGET_MB: 64,
            declared.COMPACT_ROWS: True,
            declared.BACKUP_ON_SAVE: True,
            declared.LOG_ADDRESSES: True,
        }
    )
    desk.run("file.settings")
    assert desk.doc.history.budget == 64 * 1024 * 1024
    assert desk.window.action_set["view.compact"].isChecked()
    logging.getLogger("test").info("https://a.example/x")
    assert "https://a.example/x" in started.read_text("utf-8")
    desk.run("file.save")
    assert len(list(path.parent.glob("sitemap.xml*"))) == 2


def test_settings_given_up_change_nothing(desk):
    desk.answer(None)
    desk.run("file.settings")
    assert desk.window.settings.get(declared.THEME) == "system"


def test_settings_stand_where_the_system_has_them(desk):
    role = desk.window.action_set["file.settings"].menuRole()
    assert role is QAction.MenuRole.PreferencesRole
