"""The window of rule pages: find a rule, read on, go back, and the key that leads there."""

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from sitemap_editor.gui import theme
from sitemap_editor.gui.commands import rules as commands
from sitemap_editor.gui.help.page_html import page_html
from sitemap_editor.gui.help.window import RuleHelp
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.help.pages import page

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def help_window(qtbot):
    window = RuleHelp()
    qtbot.addWidget(window)
    return window


def text(window):
    return window.page.toPlainText()


def test_a_page_tells_all(help_window):
    help_window.show_rule("ns-https")
    for words in (
        *("https in the namespace", "Error", "sitemaps.org protocol", "compared letter by letter"),
        *("Why it matters", "Wrong", "Right", "How to fix it", "Who says so"),
        *("Namespaces in XML", "Search Console: Incorrect namespace", "ns-https"),
        '<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9">',
    ):
        assert words in text(help_window)


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_page_can_be_shown(help_window, code):
    help_window.show_rule(code)
    assert page(code).title in text(help_window)


def test_back_and_forward_go_through_what_was_read(help_window):
    for code in ("ns-https", "ns-typo", "bom-present"):
        help_window.show_rule(code)
    assert not help_window.forward.isEnabled()
    help_window.back.click()
    help_window.back.click()
    assert (help_window.code, help_window.back.isEnabled()) == ("ns-https", False)
    help_window.forward.click()
    assert help_window.code == "ns-typo"
    help_window.show_rule("file-empty")
    assert not help_window.forward.isEnabled()


def test_a_code_in_a_text_leads_to_its_page(help_window):
    help_window.show_rule("ns-extension-wrong")
    assert 'href="rule:ns-https"' in page_html(page("ns-extension-wrong"))
    help_window.page.anchorClicked.emit(QUrl("rule:ns-https"))
    assert help_window.code == "ns-https"
    assert help_window.index.list.currentItem().text(0) == page("ns-https").title


def test_a_source_opens_in_the_browser_only_when_clicked(help_window, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    help_window.show_rule("ns-https")
    assert opened == []
    help_window.page.anchorClicked.emit(QUrl("https://www.w3.org/TR/xml-names/"))
    help_window.page.anchorClicked.emit(QUrl("file:///etc/passwd"))
    help_window.page.anchorClicked.emit(QUrl("rule:no-such-rule"))
    assert opened == ["https://www.w3.org/TR/xml-names/"]


def test_rules_are_found_by_words_codes_and_names_of_other_tools(help_window):
    index = help_window.index
    assert index.shown == list(CATALOGUE)
    index.search.setText("Compression error")
    assert "gzip-corrupt" in index.shown
    assert "ns-https" not in index.shown
    index.search.setText("ns-http")
    assert index.shown == ["ns-https"]
    assert help_window.code == "ns-https"
    index.search.clear()
    assert index.shown == list(CATALOGUE)


def test_choosing_a_rule_shows_its_page(help_window):
    index = help_window.index
    index.list.setCurrentItem(index._items["bom-present"])
    assert help_window.code == "bom-present"
    assert page("bom-present").title in text(help_window)


def test_the_page_follows_the_theme(help_window, qapp):
    help_window.show_rule("ns-https")
    before = help_window.page.toHtml()
    theme.apply(qapp, "light" if theme.is_dark() else "dark")
    after = help_window.page.toHtml()
    theme.apply(qapp, "light")
    assert before != after


# In the main window


@pytest.fixture
def helped(desk):
    yield desk
    window = desk.window.findChild(RuleHelp)
    if window is not None:
        window.close()


def test_f1_explains_the_worst_finding_of_the_current_entry(helped):
    helped.open("a", "b 31/12/2023")
    helped.session.set_current(helped.doc.id_at(1))
    helped.run("help.rule")
    window = helped.window.findChild(RuleHelp)
    assert window.isVisible()
    assert not window.isModal()
    assert window.code == helped.session.report.of_entry(helped.session.current)[0].code


def test_f1_explains_the_row_of_the_findings_that_has_the_focus(helped, monkeypatch):
    helped.open("a 31/12/2023", "b", "b")
    panel = helped.window.panels["findingsPanel"]
    codes = [group.code for group in helped.session.report.groups]
    panel.show_rule(codes[-1])
    monkeypatch.setattr(helped.window, "focusWidget", lambda: panel.view)
    assert commands.code_in_view(helped.window.context) == codes[-1]


def test_without_a_finding_f1_shows_all_rules(helped):
    helped.run("help.rule")
    window = helped.window.findChild(RuleHelp)
    assert window.isVisible()
    assert window.code == next(iter(CATALOGUE))


def test_one_window_is_enough(helped):
    helped.run("help.rules")
    commands.show_rule(helped.window.context, "ns-https")
    commands.show_rule(helped.window.context, "ns-typo")
    windows = helped.window.findChildren(RuleHelp)
    assert len(windows) == 1
    assert windows[0].code == "ns-typo"


def test_why_in_the_inspector_and_in_the_panel_lead_to_the_page(helped):
    helped.open("a 31/12/2023")
    for name, code in (("entryInspector", "lastmod-locale-format"), ("findingsPanel", "ns-https")):
        helped.window.panels[name].help_requested.emit(code)
        assert helped.window.findChild(RuleHelp).code == code
