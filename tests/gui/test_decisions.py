"""What is decided about rules in the window: written, checked at once, and taken back."""

from __future__ import annotations

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.rules.decisions.policy import House, Scope
from sitemap_editor.rules.decisions.policy_file import FILE_NAME
from sitemap_editor.support.settings import POLICY, Settings

from .conftest import sitemap

CODE = "loc-fragment"


@pytest.fixture
def open_in(workspace, tmp_path):
    """Open a sitemap with two fragments as a file of this name."""
    workspace.settings = Settings(None)

    def open_as(name: str = "a.xml") -> Session:
        return workspace.add(open_bytes(sitemap("a#b", "c#d", "e"), tmp_path / name))

    return open_as


def counts(session: Session) -> tuple[int, int]:
    """How many findings of the rule are heard of, and how many ignored."""
    report = session.report
    return (
        len(report.entries_with(CODE)),
        len(report.entries_with(CODE, is_ignored=True)),
    )


def wait_for(qtbot, session: Session, wanted: tuple[int, int]) -> None:
    qtbot.waitUntil(lambda: not session.is_checking and counts(session) == wanted)


@pytest.mark.parametrize("scope", [Scope.FILE, Scope.FOLDER, Scope.USER])
def test_a_rule_is_ignored_and_heard_of_again(qtbot, open_in, tmp_path, scope):
    session, other = open_in(), open_in("b.xml")
    wait_for(qtbot, session, (2, 0))
    wait_for(qtbot, other, (2, 0))
    checker = session.checker
    session.ignore(scope, CODE)
    wait_for(qtbot, session, (0, 2))
    wait_for(qtbot, other, (2, 0) if scope is Scope.FILE else (0, 2))
    assert session.checker is checker
    assert [one.scope for one in session.policy.ignores_of(CODE)] == [scope]
    session.unignore(CODE)
    wait_for(qtbot, session, (2, 0))
    wait_for(qtbot, other, (2, 0))
    assert session.undo_policy()
    wait_for(qtbot, session, (0, 2))
    assert session.undo_policy() and not session.can_undo_policy
    wait_for(qtbot, session, (2, 0))
    assert not (tmp_path / FILE_NAME).exists()
    assert not session.undo_policy()


def test_one_finding_is_ignored_until_its_address_changes(qtbot, open_in):
    session = open_in()
    wait_for(qtbot, session, (2, 0))
    session.ignore(Scope.FINDING, CODE, session.doc.ids[0].item())
    wait_for(qtbot, session, (1, 1))
    session.doc.set_value(2, "loc", "https://a.example/x#y")
    wait_for(qtbot, session, (2, 1))
    session.unignore(CODE, session.doc.ids[0].item())
    wait_for(qtbot, session, (3, 0))


def test_an_entry_without_address_cannot_be_told_from_others(qtbot, workspace, tmp_path):
    session = workspace.add(open_bytes(sitemap("-"), tmp_path / "a.xml"))
    with pytest.raises(SitemapError, match="told from others"):
        session.ignore(Scope.FINDING, "url-no-loc", session.doc.ids[0].item())
    assert not session.can_undo_policy


def test_a_severity_is_changed_for_the_folder_or_for_oneself(qtbot, open_in, tmp_path):
    session = open_in()
    wait_for(qtbot, session, (2, 0))
    session.set_severity(CODE, "error", Scope.USER)
    qtbot.waitUntil(lambda: session.error_count == 2)
    session.set_severity(CODE, "off", Scope.FOLDER)
    wait_for(qtbot, session, (0, 0))
    assert session.policy_of(Scope.USER).severities == {CODE: "error"}
    assert session.policy_of(Scope.FOLDER).disabled == {CODE}
    session.set_severity(CODE, None, Scope.FOLDER)
    qtbot.waitUntil(lambda: session.error_count == 2)
    assert CODE in session.settings.get(POLICY)


def test_house_rules_count_at_once(qtbot, open_in):
    session = open_in()
    session.set_rules({}, {Scope.FOLDER: House(forbidden=("c#",))})
    qtbot.waitUntil(
        lambda: session.report is not None and len(session.report.ids_with("house-pattern")) == 1
    )


def test_a_broken_file_is_named_and_the_check_goes_on(qtbot, open_in, tmp_path):
    file = tmp_path / FILE_NAME
    file.write_text("[severity]\nloc-fragment = 'error'\n[house\n")
    session = open_in()
    with qtbot.waitSignal(session.policy_changed):
        pass
    (problem,) = session.policy_problems
    assert problem.startswith(f"{file}:3: ")
    wait_for(qtbot, session, (2, 0))
    with pytest.raises(SitemapError, match="nothing was written"):
        session.ignore(Scope.FILE, CODE)
    file.write_text("")
    session.check_policy()
    qtbot.waitUntil(lambda: session.policy_problems == ())


def test_the_folder_says_profiles_and_address_until_somebody_chooses(qtbot, open_in, tmp_path):
    text = 'profiles = ["google"]\n[base_urls]\n"a.xml" = "https://a.example/a.xml"\n'
    (tmp_path / FILE_NAME).write_text(text)
    session = open_in()
    session.profiles = ("bing",)
    qtbot.waitUntil(lambda: session.effective_profiles == ("google",))
    assert session.effective_base_url == "https://a.example/a.xml"
    assert session.report.context.profiles == {"google"}
    assert session.report.context.base_url == "https://a.example/a.xml"
    session.set_profiles(("yandex",))
    session.set_base_url("https://b.example/a.xml")
    qtbot.waitUntil(lambda: session.report.context.profiles == {"yandex"})
    assert session.effective_profiles == ("yandex",)
    assert session.report.context.base_url == "https://b.example/a.xml"


def test_a_document_saved_into_a_folder_goes_by_its_file(qtbot, workspace, tmp_path):
    (tmp_path / FILE_NAME).write_text(f"[severity]\n{CODE} = 'off'\n")
    session = workspace.add(open_bytes(sitemap("a#b")))
    wait_for(qtbot, session, (1, 0))
    with pytest.raises(SitemapError, match="no file yet"):
        session.ignore(Scope.FILE, CODE)
    session.save(
        lambda progress: setattr(session.doc, "path", tmp_path / "a.xml"), lambda _: None, print
    )
    wait_for(qtbot, session, (0, 0))


def test_the_button_names_the_profiles_that_count(desk):
    button = desk.window.profile
    usual = button.toolTip()
    (desk.folder / FILE_NAME).write_text('profiles = ["yandex"]\n')
    desk.open("a")
    assert button.toolTip().endswith(": Yandex")
    desk.window.workspace.set_profiles(("bing",))
    assert button.toolTip().endswith(": Bing")
    desk.quiet()
    desk.window.workspace.close(desk.session)
    assert button.toolTip() == usual


def test_several_severities_are_one_decision(qtbot, open_in):
    session = open_in()
    wait_for(qtbot, session, (2, 0))
    session.set_rules({Scope.USER: {CODE: "off"}, Scope.FOLDER: {"loc-userinfo": "info"}}, {})
    wait_for(qtbot, session, (0, 0))
    assert session.undo_policy() and not session.can_undo_policy
    wait_for(qtbot, session, (2, 0))
