"""Panel, margin, status bar, reports and command line count the same."""

import csv
import json
from collections import Counter

import pytest
from PySide6.QtWidgets import QAbstractButton

from sitemap_editor.__main__ import main
from sitemap_editor.gui.findings.panel import FindingsPanel
from sitemap_editor.protocol.findings import Severity

DECISIONS = '[[ignore]]\nrule = "priority-decimal-comma"\n[house]\nforbidden = ["p3"]\n'


@pytest.fixture
def path(desk):
    (desk.folder / "sitemap-editor.toml").write_text(DECISIONS, encoding="utf-8")
    return desk.open(*(f"p{n % 7}?utm_source=x 2024-13-0{n % 9} - 1,{n}" for n in range(50)))


def from_command_line(capsys, path, form):
    capsys.readouterr()
    assert main(["check", str(path), "--format", form]) == 1
    return capsys.readouterr().out


def test_everything_counts_the_same(desk, path, capsys):
    report = desk.session.report
    wanted = Counter({str(word): count for word, count in report.counts.items() if count})
    assert wanted["error"] >= 50
    assert report.ignored_count == 50

    (file,) = json.loads(from_command_line(capsys, path, "json"))
    assert (
        Counter(one["severity"] for one in file["findings"]) == wanted == +Counter(file["summary"])
    )
    assert Counter(one["code"] for one in file["findings"]) == {
        group.code: group.count for group in report.groups
    }
    rows = list(
        csv.DictReader(from_command_line(capsys, path, "csv").lstrip("\ufeff").splitlines())
    )
    assert len(rows) == wanted.total()
    (run,) = json.loads(from_command_line(capsys, path, "sarif"))["runs"]
    levels = Counter("info" if r["level"] == "note" else r["level"] for r in run["results"])
    assert levels == wanted

    panel = desk.window.findChild(FindingsPanel)
    shown = [f"{wanted[word]:,}" for word in ("error", "warning", "info")]
    buttons = [button.text() for button in panel.findChildren(QAbstractButton)]
    assert [text for text in buttons if text.isdecimal()] == shown
    status = [button.text() for button in desk.window.status.findChildren(QAbstractButton)]
    assert [text.split()[-1] for text in status if text[:1] in "●▲■" and text] == shown

    marked = {entry: report.severity_of(entry) for entry in desk.doc.ids.tolist()}
    worst = {}
    for one in report.findings():
        if one.entry is not None:
            order = list(Severity).index
            worst[one.entry - 1] = min(
                worst.get(one.entry - 1, one.severity), one.severity, key=order
            )
    assert marked == {entry: worst.get(entry) for entry in marked}
