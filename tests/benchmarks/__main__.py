"""Measure, and print a table: ``python3 packaging/dev.py bench [ROW…]``.

``bench --large [WORK…]`` does check, split, merge and diff over a set larger than memory instead.

Every row runs in a process of its own, so that none stands in the memory of another. A row whose
code or machine is not there says so and lets the others go on.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from .files import KINDS, ROOT, file_of
from .measure import NotAvailable, Result, Sizes

ROWS = {
    "open": "rows_core:open_big",
    "open-lxml": "rows_core:open_lxml",
    "open-usual": "rows_core:open_usual",
    "memory": "rows_core:memory",
    "check": "rows_core:check",
    "follow": "rows_core:follow",
    "save": "rows_core:save",
    "split": "rows_split:split",
    "repair": "rows_repair:repair",
    "bulk": "rows_core:bulk",
    "sort": "rows_core:sort_and_filter",
    "tables": "rows_tables:tables",
    "import": "rows_imports:imports",
    "export": "rows_export:export",
    "apply": "rows_apply:apply",
    "edit-usual": "rows_window:edit_usual",
    "edit": "rows_window:edit_big",
    "stall": "rows_window:stall",
    "arrange": "rows_window:arrange",
    "start": "rows_window:start",
}

ROW_SECONDS = 1_800

HEADINGS = ("work", "ours", "beside", "ratio", "must")
WIDTHS = (46, 11, 27, 7, 9)


def main() -> int:
    """Run the rows asked for, all of them by default."""
    options = _parser().parse_args()
    sizes = Sizes(options.size, min(options.size, 50_000), options.repeats)
    if options.list:
        for name in ROWS:
            print(f"{name:12}{_function_of(name).__doc__}")
        return 0
    if options.one:
        return _run_here(options.one, sizes)
    if options.large:
        return _run_large(options)
    unknown = [name for name in options.rows if name not in ROWS]
    if unknown:
        print(f"no such row: {', '.join(unknown)} (see --list)", file=sys.stderr)
        return 2
    _print_head(sizes)
    for name in options.rows or ROWS:
        _print_row(name, sizes)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py bench", description="Measure speed and memory.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="rows to run (default: all)")
    parser.add_argument("--size", type=int, default=1_000_000, help="entries of the big files")
    parser.add_argument("--repeats", type=int, default=3, help="runs the medians are taken of")
    parser.add_argument("--list", action="store_true", help="name the rows and stop")
    parser.add_argument("--large", action="store_true", help="work over a set of many files")
    parser.add_argument("--files", type=int, default=200, help="files of the large set")
    parser.add_argument("--entries", type=int, default=50_000, help="entries of each of them")
    parser.add_argument("--packed", action="store_true", help="with files that are gzip")
    parser.add_argument("--one", choices=ROWS, help=argparse.SUPPRESS)
    return parser


def _run_large(options: argparse.Namespace) -> int:
    """Do the works asked for over a large set, all of them by default."""
    from .rows_large import WORKS, rows

    unknown = [name for name in options.rows if name not in WORKS]
    if unknown:
        print(f"no such work: {', '.join(unknown)} (there are {', '.join(WORKS)})", file=sys.stderr)
        return 2
    _print_machine()
    _print_headings()
    for work in options.rows or WORKS:
        try:
            for result in rows([work], options.files, options.entries, packed=options.packed):
                _print_result(work, result.as_dict())
        except NotAvailable as error:
            _print_result(work, {"missing": str(error)})
    return 0


def _function_of(name: str) -> Callable[[Sizes], Iterator[Result]]:
    module, function = ROWS[name].split(":")
    return getattr(import_module(f".{module}", __package__), function)


def _run_here(name: str, sizes: Sizes) -> int:
    """Run one row in this process, a line of JSON for each result."""
    os.environ.setdefault("XDG_CONFIG_HOME", str(ROOT / "build" / "benchmarks" / "home"))
    try:
        for result in _function_of(name)(sizes):
            print(json.dumps(result.as_dict()), flush=True)
    except (ImportError, AttributeError, NotImplementedError, NotAvailable, TypeError) as error:
        print(json.dumps({"missing": f"{type(error).__name__}: {error}"}), flush=True)
    sys.stdout.flush()
    os._exit(0)  # no time for the destruction of millions of objects


def _print_head(sizes: Sizes) -> None:
    _print_machine()
    for kind in KINDS:
        for count in {sizes.big, sizes.usual} if kind != "rich" else {sizes.usual}:
            path = file_of(kind, count)
            print(f"  {path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB", flush=True)
    _print_headings()


def _print_machine() -> None:
    said = f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} CPUs"
    print(said, flush=True)


def _print_headings() -> None:
    print()
    _print_cells(HEADINGS)
    _print_cells(tuple("-" * width for width in WIDTHS), end="")


def _print_row(name: str, sizes: Sizes) -> None:
    command = [sys.executable, "-m", "tests.benchmarks", "--one", name]
    command += ["--size", str(sizes.big), "--repeats", str(sizes.repeats)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):
            _print_result(name, json.loads(line))
    if process.wait(ROW_SECONDS):
        _print_result(name, {"missing": f"ended with exit code {process.returncode}"})


def _print_result(name: str, said: dict[str, Any]) -> None:
    if "missing" in said:
        print(f"{name:{WIDTHS[0]}}not available ({said['missing']})", flush=True)
        return
    result = Result(**said)
    beside = f"{_figure(result.beside, result.unit)} {result.peer}" if result.beside else ""
    ratio = f"{result.ratio:.2f}" if result.ratio else ""
    must = f"≤ {result.limit:g}" if result.limit is not None else ""
    mark = {True: "  met", False: "  MISSED", None: ""}[result.is_met]
    _print_cells((result.work, _figure(result.ours, result.unit), beside, ratio, must), end=mark)


def _figure(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    digits = 1 if value >= 100 else 2 if value >= 1 else 3
    return f"{value:.{digits}f} {unit}"


def _print_cells(cells: tuple[str, ...], end: str = "") -> None:
    work, ours, beside, ratio, must = (
        f"{cell:{width}}" if column in (0, 2) else f"{cell:>{width}}"
        for column, (cell, width) in enumerate(zip(cells, WIDTHS, strict=True))
    )
    print(f"{work}{ours}  {beside}{ratio}{must}{end}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
