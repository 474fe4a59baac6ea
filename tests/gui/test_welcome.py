import pytest
from PySide6.QtWidgets import QPushButton

from sitemap_editor.gui.welcome import MAX_SHOWN, WelcomePage


@pytest.fixture
def page(qtbot):
    page = WelcomePage()
    qtbot.addWidget(page)
    return page


def button(page, text):
    return next(b for b in page.findChildren(QPushButton) if text in b.accessibleName())


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Open…", "open_requested"),
        ("New…", "new_requested"),
        ("Open the sample", "sample_requested"),
    ],
)
def test_each_button_asks_for_what_it_says(page, qtbot, text, signal):
    with qtbot.waitSignal(getattr(page, signal)):
        button(page, text).click()


def test_a_recent_file_opens_with_one_click(page, qtbot, tmp_path):
    path = tmp_path / "sitemap.xml"
    path.write_text("")
    page.set_recent([path])
    with qtbot.waitSignal(page.path_requested) as asked:
        button(page, str(path)).click()
    assert asked.args == [path]


def test_files_that_are_gone_and_too_many_files_are_left_out(page, tmp_path):
    paths = [tmp_path / f"{number}.xml" for number in range(MAX_SHOWN + 3)]
    for path in paths[1:]:
        path.write_text("")
    page.set_recent(paths)
    shown = [b.toolTip() for b in page.findChildren(QPushButton) if b.toolTip()]
    assert shown == [str(path) for path in paths[1 : MAX_SHOWN + 1]]


def test_every_button_has_an_accessible_name(page):
    assert all(b.accessibleName() for b in page.findChildren(QPushButton))
