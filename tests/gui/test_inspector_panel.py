"""The inspector around its pages: heading, empty states, kinds of documents."""

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.inspector.panel import FIELDS, XML, InspectorPanel
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.session import Session

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)

URLSET = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
%b
</urlset>
""" % b"\n".join(b"<url><loc>https://a.example/%d</loc></url>" % n for n in range(1500))
INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://a.example/a.xml</loc></sitemap>
</sitemapindex>
"""
LIST = b"https://a.example/\nhttps://a.example/b\n"


@pytest.fixture
def open_session(qapp):
    jobs = JobRunner()
    sessions = []

    def open_one(data: bytes, current: int | None = 0) -> Session:
        session = Session(open_bytes(data), jobs)
        session.set_current(current)
        sessions.append(session)
        return session

    yield open_one
    for session in sessions:
        session.close()
    jobs.shutdown()


@pytest.fixture
def panel(qtbot):
    panel = InspectorPanel()
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def test_the_heading_says_which_entry(panel, open_session):
    session = open_session(URLSET, 1203)
    panel.set_session(session)
    assert panel.windowTitle() == "Entry 1,204 of 1,500"
    session.edit(editing.delete(session.doc, np.arange(3)), "delete")
    assert panel.windowTitle() == "Entry 1,201 of 1,497"


@pytest.mark.parametrize(
    ("data", "fields", "has_xml"),
    [
        (URLSET, ["loc", "lastmod", "changefreq", "priority"], True),
        (INDEX, ["loc", "lastmod"], True),
        (LIST, ["loc"], False),
    ],
)
def test_each_kind_has_its_fields(panel, open_session, data, fields, has_xml):
    panel.set_session(open_session(INDEX))
    panel.set_session(open_session(data))
    assert list(panel.fields.form.editors) == fields
    assert panel.tabs.isTabVisible(XML) is has_xml


def test_the_xml_page_gives_way_to_a_text_list(panel, open_session):
    panel.set_session(open_session(URLSET))
    panel.tabs.setCurrentIndex(XML)
    panel.set_session(open_session(LIST))
    assert panel.pages.currentWidget() is panel.fields
    assert panel.fields.form.editors["loc"].text == "https://a.example/"


def test_empty_places_say_one_sentence(panel, open_session):
    said = {panel.empty.text}
    session = open_session(URLSET, None)
    panel.set_session(session)
    said.add(panel.empty.text)
    session.set_current(4)
    panel.set_selected_count(12)
    assert panel.empty.text.startswith("12 entries are selected.")
    said.add(panel.empty.text)
    session.edit(editing.delete(session.doc, session.doc.ids), "delete")
    said.add(panel.empty.text)
    assert len(said) == 4
    assert panel._stack.currentWidget() is panel.empty


def test_a_single_selection_shows_the_entry_again(panel, open_session):
    panel.set_session(open_session(URLSET, 4))
    panel.set_selected_count(3)
    panel.set_selected_count(1)
    assert panel._stack.currentWidget() is not panel.empty


def test_among_several_selected_entries_a_draft_shows_no_other_entrys_fields(panel, open_session):
    panel.set_session(open_session(URLSET))
    panel.tabs.setCurrentIndex(XML)
    panel.xml.edit.replace_text("<url>")
    panel.set_selected_count(2)
    assert panel.xml.isVisible()
    panel.tabs.setCurrentIndex(FIELDS)
    assert panel.empty.isVisible()
    panel.set_selected_count(1)
    panel.tabs.setCurrentIndex(XML)
    assert panel.xml.edit.text == "<url>"


def test_a_hidden_panel_catches_up_when_it_is_shown(panel, open_session):
    session = open_session(URLSET, 0)
    panel.set_session(session)
    panel.hide()
    session.set_current(7)
    panel.show()
    assert panel.fields.form.editors["loc"].text == "https://a.example/7"
    assert panel.windowTitle() == "Entry 8 of 1,500"
