"""The changes that fixes make to a robots.txt: its lines are mended in memory, then replaced.

A robots.txt is small: all rules about lines run again after each round of changes, until they have
nothing more to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sitemap_editor.document.document import Document
from sitemap_editor.document.editing import recoded
from sitemap_editor.document.edits import Recode
from sitemap_editor.document.forking import fork
from sitemap_editor.document.line_editing import Unit, replace_text
from sitemap_editor.markup.charsets import UTF_8, codec_of
from sitemap_editor.markup.robots_lines import units_of
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.rules.base import Fix
from sitemap_editor.rules.engine.judge import Judge
from sitemap_editor.rules.report import Report
from sitemap_editor.rules.robots_txt.robots_text import MOST_LINES, RobotsText
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .plans import Plan, Sample
from .working import Allowed

MOST_ROUNDS = 20
"""A rule that is never satisfied must not go on for ever."""


def plan_robots(
    doc: Document,
    report: Report,
    allowed: Allowed,
    finding: Finding | None = None,
    progress: Progress = NO_PROGRESS,
) -> Plan:
    """What mending all that is allowed will do, or just what a finding is about."""
    work = _Work(doc, Judge(report.context), allowed)
    if finding is not None and finding.entry_id is not None:
        work.mend_line(doc.position_of(int(finding.entry_id)))
    else:
        if finding is None:
            work.mend_lines(progress)
        work.mend_file(report)
    target = fork(doc)
    target.copy.edit(replace_text(target.copy, work.lines.text), "")
    target.copy.edit(Recode(work.lines.source), "")
    return RobotsPlan(doc, target=target, questions=tuple(work.questions))


class RobotsPlan(Plan):
    """A plan whose samples are whole lines, by the numbers that people see."""

    def _samples(self) -> Iterator[Sample]:
        for sample in super()._samples():
            if sample.position is None:
                yield sample
                continue
            entry = self.doc.id_at(sample.position - 1)
            line = _("line {number}").format(number=format_number(self.doc.lines.line_of(entry)))
            before = self.doc.raw(entry).decode("utf-8", "replace")
            yield replace(sample, position=None, field=line, before=before)


class _Work:
    """Mends lines, as far as it is allowed; ``questions`` are those that were come across."""

    def __init__(self, doc: Document, judge: Judge, allowed: Allowed) -> None:
        self.lines = _Lines(doc)
        self.questions: dict[str, None] = {}
        self._judge = judge
        self._allowed = allowed

    def mend_line(self, number: int) -> None:
        """Mend one line."""
        self.lines.change(self._wanted([number] if number < MOST_LINES else []))

    def mend_lines(self, progress: Progress) -> None:
        """Mend lines until the rules have nothing more to say."""
        for _round in range(MOST_ROUNDS):
            before = self.lines.text
            self.lines.change(self._wanted(range(min(len(self.lines.units), MOST_LINES))))
            progress.tick()
            if self.lines.text == before:
                return

    def mend_file(self, report: Report) -> None:
        """Mend what is said about the file."""
        for code, hits in report.file_hits().items():
            for one in hits:
                fix = one.hit.fix
                if fix is not None and self._allowed(code, fix.kind):
                    self._ask(fix)
                    self.lines.change_file(fix)

    def _wanted(self, numbers: Iterable[int]) -> dict[int, Fix]:
        """The first fix of each line: the others may be wrong once that is done."""
        text = RobotsText([raw for _gap, raw in self.lines.units[:MOST_LINES]])
        found: dict[int, Fix] = {}
        for number in numbers:
            for rule, hit in self._judge.line(text.lines[number]):
                if hit.fix is not None and self._allowed(rule.code, hit.fix.kind):
                    found.setdefault(number, hit.fix)
                    self._ask(hit.fix)
        return found

    def _ask(self, fix: Fix) -> None:
        self.questions.update(dict.fromkeys(fix.question.split()))


class _Lines:
    """The lines of a document as they will be."""

    def __init__(self, doc: Document) -> None:
        self.units, self.tail = units_of(doc.text())
        self.source = doc.source
        self._newline = doc.style.newline or b"\n"

    @property
    def text(self) -> bytes:
        """All of it."""
        return b"".join(gap + raw for gap, raw in self.units) + self.tail

    def change(self, fixes: dict[int, Fix]) -> None:
        """Make changes to several lines, the last first, so that numbers stay right."""
        changes: dict[tuple[int, bool, Sequence[bytes]], None] = {}
        for number, fix in fixes.items():
            if fix.name == "robots_line":
                changes[number, False, fix.parameters["lines"]] = None
            elif fix.name == "robots_insert" and fix.parameters["after"] is not None:
                changes[fix.parameters["after"], True, (fix.parameters["line"],)] = None
        for number, is_new, lines in sorted(changes, key=lambda one: one[:2], reverse=True):
            if is_new:
                self._insert(number + 1, lines)
            else:
                self._replace(number, lines)

    def _insert(self, place: int, new: Sequence[bytes]) -> None:
        first = place == 0
        self.units[place:place] = [(b"" if first else self._newline, raw) for raw in new]

    def _replace(self, number: int, new: Sequence[bytes]) -> None:
        gap = self.units[number][0]
        if new:
            rest = [(self._newline, raw) for raw in new[1:]]
            self.units[number : number + 1] = [(gap, new[0]), *rest]
            return
        del self.units[number]
        if number < len(self.units):  # blank lines between groups stay
            own, raw = self.units[number]
            kept = gap if number == 0 else max(gap, own, key=len)
            self.units[number] = (kept, raw)

    def change_file(self, fix: Fix) -> None:
        """Make a change that is about the file."""
        if fix.name == "robots_append":
            self._append(fix.parameters["line"])
        elif fix.name == "robots_sitemaps_first":
            self._put_sitemaps_first()
        elif fix.name == "recode":
            self._recode(**fix.parameters)
        elif fix.name == "read_as":
            self._read_as(fix.parameters["encoding"])

    def _recode(self, encoding: str = UTF_8, *, bom: bool = False) -> None:
        source = recoded(self.source, encoding, bom, None)
        self.source = replace(source, is_utf8=True, guessed=False)

    def _read_as(self, encoding: str) -> None:
        """Take the bytes of the file for those of another character set than was guessed."""
        was, now = codec_of(self.source.encoding), codec_of(encoding)
        text = self.text.decode().encode(was, "replace").decode(now, "replace")
        self.units, self.tail = units_of(text.encode())
        self._recode()

    def _append(self, line: bytes) -> None:
        self._insert(len(self.units), [line])
        if not self.tail.strip(b" \t"):
            self.tail += self._newline

    def _put_sitemaps_first(self) -> None:
        text = RobotsText([raw for _gap, raw in self.units])
        chosen = {one.number for one in text.sitemaps if one.value}
        moved = [self.units[number][1] for number in sorted(chosen)]
        rest = [unit for number, unit in enumerate(self.units) if number not in chosen]
        if rest:
            rest[0] = (self._newline, rest[0][1])
        front: list[Unit] = [(self._newline, raw) for raw in moved]
        self.units = [*front, *rest]
        if self.units:
            self.units[0] = (b"", self.units[0][1])
