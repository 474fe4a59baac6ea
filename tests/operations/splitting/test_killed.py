"""A split whose program is killed at any moment: each file old or new, the set finished after."""

import os
import random

import pytest

from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.operations.sets import set_of
from sitemap_editor.operations.splitting import Wish, plan
from sitemap_editor.operations.splitting.measuring import measure
from sitemap_editor.operations.splitting.set_planning import plan_set
from sitemap_editor.operations.splitting.writing import recover_folder, write_plan
from tests.killing import kill_at

SITE = "https://www.example.com/"
ROBOTS = "User-agent: *\n"


def made(count, each):
    text = "".join(f"{SITE}{n}\n" for n in range(count))
    return plan(open_bytes(text.encode()), Wish(SITE, max_entries=each, gzip=True))


def put(folder):
    """A split of yesterday, in files of one entry."""
    folder.mkdir()
    (folder / "robots.txt").write_text(ROBOTS)
    write_plan(made(4, 1), folder)


def again(folder):
    """The split of today, with more in fewer files."""
    robots = folder / "robots.txt"
    write_plan(made(6, 2), folder, robots=robots, force=True, remove_leftovers=True)


def anew(folder):
    """The files of yesterday in other files, of which some have the names of old ones."""
    wish = Wish(SITE, base="sitemap", name="{base}-{n}", max_entries=3, assign="hash", gzip=True)
    made = plan_set(measure(set_of([folder / "sitemap_index.xml"]), wish), wish)
    write_plan(made, folder, robots=folder / "robots.txt", force=True, remove_leftovers=True)


WAYS = {"again": again, "anew": anew}


def state(folder):
    """Addresses by file; what cannot be opened fails the test."""
    found = {}
    for path in sorted(folder.glob("s*")):
        doc = open_document(path)
        found[path.name] = doc.values_of(doc.ids, "loc")
    return found, (folder / "robots.txt").read_text()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("way", WAYS)
def test_a_split_that_is_killed_is_the_old_one_or_the_new_one(tmp_path, way):
    moments = random.Random(7).sample(range(1, 90), 50)
    kill_at(tmp_path, moments, "tests.operations.splitting.test_killed", "put", way)
    for name, doing in (("old", put), ("new", put)):
        doing(tmp_path / name)
    WAYS[way](tmp_path / "new")
    old, new = state(tmp_path / "old"), state(tmp_path / "new")
    outcomes = set()
    for moment in moments:
        folder = tmp_path / str(moment)
        for name, addresses in state(folder)[0].items():
            assert addresses in (old[0].get(name), new[0].get(name)), (moment, name)
        found = state(folder)[0]
        if found["sitemap_index.xml"] == new[0]["sitemap_index.xml"]:
            assert new[0].items() <= found.items(), "the index comes last"
        done = recover_folder(folder)
        after = state(folder)
        assert after in (old, new), moment
        assert not [path for path in folder.iterdir() if path.name.startswith(".")], moment
        outcomes.add((done and done[0], after == new))
    assert {(False, False), (True, True)} <= outcomes
