"""Files open as jobs, once each; closing one shows the one beside it."""

import pytest

from sitemap_editor.protocol.kinds import Kind

TEXT = b"https://a.example/1\nhttps://a.example/2\n"


@pytest.fixture
def files(tmp_path):
    paths = [tmp_path / name for name in ("one.txt", "two.txt", "three.txt")]
    for path in paths:
        path.write_bytes(TEXT)
    return paths


def quiet(qtbot, workspace):
    qtbot.waitUntil(lambda: not workspace.is_opening and not workspace.jobs.running)


def test_several_files_open_in_their_order_and_the_first_is_shown(qtbot, workspace, files):
    opened = []
    workspace.path_opened.connect(opened.append)
    workspace.open_paths(files)
    assert workspace.is_opening
    quiet(qtbot, workspace)
    assert [session.path for session in workspace.sessions] == files
    assert workspace.active.path == files[0]
    assert workspace.active.current == 0
    assert set(opened) == set(files)


def test_a_file_is_opened_once(qtbot, workspace, files):
    workspace.open_paths([files[0], files[0]])
    quiet(qtbot, workspace)
    workspace.open_paths([files[1]])
    quiet(qtbot, workspace)
    workspace.open_paths([str(files[0])])
    quiet(qtbot, workspace)
    assert len(workspace.sessions) == 2
    assert workspace.active.path == files[0]


def test_a_file_that_cannot_be_read_leaves_the_others(qtbot, workspace, files, tmp_path):
    failed = []
    workspace.opening_failed.connect(
        lambda failures: failed.extend(path.name for path, _error in failures)
    )
    workspace.open_paths([files[0], tmp_path / "absent.xml"])
    quiet(qtbot, workspace)
    assert failed == ["absent.xml"]
    assert [session.name for session in workspace.sessions] == ["one.txt"]


def test_new_documents_are_numbered(workspace):
    names = [workspace.new(kind).name for kind in (Kind.URLSET, Kind.TEXT)]
    assert names == ["Untitled 1", "Untitled 2"]
    assert workspace.active.is_modified


def test_closing_shows_the_document_beside(workspace, open_rows):
    first, second, third = open_rows("a"), open_rows("b"), open_rows("c")
    workspace.activate(second)
    workspace.close(second)
    assert workspace.active is third
    workspace.close(third)
    assert workspace.active is first
    workspace.close(first)
    assert workspace.active is None


def test_reload_reads_the_file_again_at_the_same_place(qtbot, workspace, files):
    workspace.open_paths(files[:1])
    quiet(qtbot, workspace)
    old = workspace.active
    old.set_current(1)
    files[0].write_bytes(TEXT + b"https://a.example/3\n")
    workspace.reload(old)
    qtbot.waitUntil(lambda: workspace.active is not old)
    assert len(workspace.active.doc) == 3
    assert workspace.active.current == 1
    assert len(workspace.sessions) == 1


def test_profiles_reach_documents_opened_later(workspace, open_rows):
    workspace.set_profiles(("google",))
    assert open_rows("a").profiles == ("google",)
