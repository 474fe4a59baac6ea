import pytest
from PySide6.QtGui import QColor

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui import theme
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.limits_bar import LimitsBar, level_of
from sitemap_editor.gui.session import Session


@pytest.fixture
def bar(qapp, qtbot):
    theme.apply(qapp, "light")
    bar = LimitsBar()
    qtbot.addWidget(bar)
    return bar


@pytest.mark.parametrize(
    ("share", "level"),
    [(0, "accent"), (0.899, "accent"), (0.9, "warning"), (1.0, "warning"), (1.0001, "error")],
)
def test_amber_from_ninety_percent_and_red_above(share, level):
    assert level_of(share) == level


@pytest.mark.parametrize(
    ("entries", "size", "texts"),
    [
        (0, 0, "0 of 50,000 entries, 0.0 of 50 MB"),
        (50_001, 52_428_800, "50,001 of 50,000 entries, 50.0 of 50 MB"),
        (1, 300, "1 of 50,000 entries, 0.001 of 50 MB"),
    ],
)
def test_both_figures_are_said(bar, entries, size, texts):
    bar.show_figures(entries, size)
    assert bar.accessibleName() == texts


def test_the_old_profile_has_a_lower_limit(desk):
    desk.open("a")
    bar = desk.window.status.limits
    bar.show_figures(1, 9_500_000, 10_485_760)
    assert bar.bytes.text == "9.1 of 10 MB" and bar.bytes.is_near
    desk.window.workspace.set_profiles(("legacy-2005",))
    desk.quiet()
    assert bar.bytes.text == "0.001 of 10 MB"
    desk.window.workspace.set_profiles(("protocol",))
    desk.quiet()
    assert bar.bytes.text == "0.001 of 50 MB"


def test_without_a_document_there_is_nothing(bar):
    bar.set_session(None)
    assert bar.isHidden()


def color_at(meter, x):
    return meter.grab().toImage().pixelColor(x, 3).name()


def test_the_meter_is_filled_up_to_the_share(bar):
    bar.show_figures(25_000, 0)
    meter = bar.entries.meter
    meter.resize(meter.sizeHint())
    assert color_at(meter, 24) == QColor(theme.LIGHT.accent).name()
    assert color_at(meter, 72) == QColor(theme.LIGHT.track).name()


def test_above_the_limit_the_meter_is_full_and_red(bar):
    bar.show_figures(200_000, 0)
    meter = bar.entries.meter
    meter.resize(meter.sizeHint())
    assert color_at(meter, 90) == QColor(theme.LIGHT.error).name()


@pytest.mark.parametrize(
    ("encoding", "is_at_once"), [("utf-8", True), ("windows-1251", False), ("utf-16", False)]
)
def test_figures_follow_an_edit(bar, qtbot, encoding, is_at_once):
    xml = (
        f'<?xml version="1.0" encoding="{encoding}"?>'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        "<url><loc>https://www.example.com/яблоко</loc></url></urlset>"
    )
    session = Session(open_bytes(xml.encode(encoding)), JobRunner())
    bar.set_session(session)
    session.doc.add({"loc": "https://www.example.com/"})
    if not is_at_once:
        qtbot.waitSignal(bar._timer.timeout).wait()
    assert bar.entries.text.startswith("2 of")
    bar.set_session(None)
    session.close()
