"""Rows of separated values: the same as csv.reader's, and no endless line held in memory."""

from __future__ import annotations

import csv
import io
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemap_editor.formats import csv_lines, csv_records
from sitemap_editor.formats.csv_records import records
from sitemap_editor.formats.table import ROWS_AT_ONCE, Oddity
from sitemap_editor.support.jobs import Cancelled, Progress

CELLS = st.text(alphabet='ab,;" \r\néж\x0b\u2028', max_size=8)
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=3), max_size=12)


def read(text, delimiter=",", size=ROWS_AT_ONCE, progress=None):
    """All rows as (line, cells, odd)."""
    more = {"progress": progress} if progress else {}
    return [
        (line, row, block.odd.get(index))
        for block in records(text, delimiter, size=size, **more)
        for index, (line, row) in enumerate(zip(block.lines, block.cells, strict=True))
    ]


def lines_by_hand(rows, end):
    """The line each row begins in, where the writer ended rows with ``end``."""
    line, lines = 1, []
    for row in rows:
        lines.append(line)
        buffer = io.StringIO(newline="")
        csv.writer(buffer, lineterminator=end, quoting=csv.QUOTE_ALL).writerow(row)
        line += len(list(io.StringIO(buffer.getvalue(), newline="")))
    return lines


@given(rows=ROWS, end=st.sampled_from(["\n", "\r\n", "\r"]), piece=st.sampled_from([1, 7, 64]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rows_are_those_of_csv_reader_wherever_pieces_end(monkeypatch, rows, end, piece):
    buffer = io.StringIO(newline="")
    csv.writer(buffer, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    with monkeypatch.context() as patch:
        patch.setattr(csv_lines, "_PIECE", piece)
        found = read(buffer.getvalue().encode(), size=3)
    assert [row for _line, row, _odd in found] == rows
    assert [line for line, _row, _odd in found] == lines_by_hand(rows, end)
    assert not any(odd for _line, _row, odd in found)


def test_a_line_without_end_is_cut_and_told_of():
    long = b"https://www.example.com/" + b"x" * (csv_lines.MAX_LINE + 10)
    text = b"url,n\nhttps://www.example.com/a,1\n" + long + b",2\nhttps://www.example.com/b,3\n"
    found = read(text)
    assert [(line, odd) for line, _row, odd in found] == [
        (1, None),
        (2, None),
        (3, Oddity.TOO_LONG),
        (4, None),
    ]
    assert len(found[2][1][0]) == 1_000
    assert found[3][1] == ["https://www.example.com/b", "3"]


def test_a_cut_line_leaves_no_quotation_mark_open():
    long = b'a,"' + b"x" * (csv_lines.MAX_LINE + 10) + b'"\nb,"c\nd"\n'
    assert [row[0] for _line, row, _odd in read(long)] == ["a", "b"]


def test_a_cell_over_the_limit_is_told_of_and_its_line_left():
    long = "y" * (csv_records.MAX_CELL + 1)
    found = read(f'a,b\nc,"{long}"\nd,e\n'.encode())
    assert [(line, odd) for line, _row, odd in found] == [
        (1, None),
        (2, Oddity.TOO_LONG),
        (3, None),
    ]


def test_an_endless_line_takes_no_memory():
    text = b"url,n\n" + b"x" * 40_000_000 + b"\nhttps://www.example.com/,1\n"
    tracemalloc.start()
    try:
        found = read(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found[-1][1] == ["https://www.example.com/", "1"]
    assert peak < 2_000_000


def test_an_unclosed_mark_far_from_the_end_is_given_up_and_the_rows_behind_it_read():
    rows = "".join(f"https://www.example.com/{n},{'t' * 90}\n" for n in range(12_000))
    found = read(f'url,title\na,"open\n{rows}'.encode())
    assert [odd for _line, _row, odd in found if odd] == [Oddity.OPEN_QUOTE]
    assert len(found) == 12_002
    assert [line for line, _row, _odd in found] == list(range(1, 12_003))


def test_marks_that_open_one_another_make_no_row_of_the_whole_file(monkeypatch):
    monkeypatch.setattr(csv_records, "_MAX_RECORD", 1 << 17)
    monkeypatch.setattr(csv_records, "_MAX_RETURNS", 3)
    text = b"".join(b'a"b,"%d\n' % n for n in range(60_000))
    found = read(text)
    lines = [line for line, _row, _odd in found]
    assert lines == sorted(lines)
    assert [odd for _line, _row, odd in found[:4]] == [Oddity.OPEN_QUOTE] * 4
    assert max(len(row) for _line, row, _odd in found) < 60_000


def test_reading_ticks_and_can_be_cancelled():
    class Impatient(Progress):
        ticks = 0

        def tick(self, done=0, total=0):
            self.ticks += 1
            assert done <= total
            if self.ticks == 3:
                raise Cancelled

    progress = Impatient()
    with pytest.raises(Cancelled):
        read(b"a,b\n" * 200_000, progress=progress)
    assert progress.ticks == 3
