"""The files that are measured: made from a seed, kept under build/, the same on every machine."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "build" / "benchmarks"
SEED = 20_251_130
VERSION = 1
"""Part of the names of the files; raise it when what is made changes."""

HOST = "https://www.example.shop"
SECTIONS = ("garden", "kitchen", "lighting", "textiles", "toys", "books", "tools", "outdoor")
NOUNS = ("lamp", "chair", "rake", "kettle", "blanket", "atlas", "chisel", "tent", "puzzle", "vase")
TRAITS = ("oak", "linen", "blue", "small", "folding", "cast-iron", "striped", "hand-made", "light")
FREQUENCIES = ("daily", "weekly", "weekly", "monthly", "monthly", "monthly", "yearly")
PRIORITIES = ("0.3", "0.4", "0.5", "0.5", "0.6", "0.8", "1.0")
LANGUAGES = ("en", "de", "fr", "es", "x-default")

HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n'
PLAIN_ROOT = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
RICH_ROOT = (
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\n'
    b'        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"\n'
    b'        xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)
TAIL = b"</urlset>\n"

CHUNK = 10_000


def _path(choose: random.Random, number: int) -> str:
    section = choose.choice(SECTIONS)
    trait, noun = choose.choice(TRAITS), choose.choice(NOUNS)
    return f"/{section}/{noun}/{trait}-{noun}-{number:07d}"


def _date(choose: random.Random) -> str:
    day = f"{choose.randint(2019, 2024)}-{choose.randint(1, 12):02d}-{choose.randint(1, 28):02d}"
    if choose.random() < 0.3:
        return day
    hour, minute, second = choose.randint(0, 23), choose.randint(0, 59), choose.randint(0, 59)
    return f"{day}T{hour:02d}:{minute:02d}:{second:02d}+00:00"


def _other_fields(choose: random.Random) -> str:
    return (
        f"    <lastmod>{_date(choose)}</lastmod>\n"
        f"    <changefreq>{choose.choice(FREQUENCIES)}</changefreq>\n"
        f"    <priority>{choose.choice(PRIORITIES)}</priority>\n"
    )


def plain_entry(choose: random.Random, number: int) -> str:
    """Make an entry of the four fields that no rule objects to."""
    loc = HOST + _path(choose, number)
    return f"  <url>\n    <loc>{loc}</loc>\n{_other_fields(choose)}  </url>\n"


def marked_entry(choose: random.Random, number: int) -> str:
    """Make the same with one comment and one CDATA section."""
    loc = HOST + _path(choose, number)
    return (
        f"  <url>\n    <!-- item {number} of the <url> list -->\n"
        f"    <loc><![CDATA[{loc}]]></loc>\n{_other_fields(choose)}  </url>\n"
    )


def _flawed_fields(choose: random.Random, number: int) -> tuple[str, str]:
    """Address and other fields of an entry with one flaw, of nine kinds in turn."""
    loc, fields = HOST + _path(choose, number), _other_fields(choose)
    day = f"{choose.randint(1, 28)}/{choose.randint(1, 12)}/{choose.randint(2019, 2024)}"
    second = f"2024-05-01T{choose.randint(0, 23):02d}:{choose.randint(0, 59):02d}:00"
    date = re.compile("<lastmod>.*</lastmod>")
    flawed = (
        (f"{loc}?utm_source=news&amp;id={number}", fields),
        (loc.replace("-", "\u2013", 1), fields),
        (loc.replace("-", " ", 1), fields),
        (loc.replace("https:", "http:"), fields),
        (loc.replace("-", "%2d"), fields),
        (loc, date.sub(f"<lastmod>{day}</lastmod>", fields)),
        (loc, date.sub(f"<lastmod>{second}</lastmod>", fields)),
        (loc, re.sub("<changefreq>.", "<changefreq>W", fields)),
        (loc, fields.replace("0.", "0,")),
    )
    return flawed[number // 3 % len(flawed)]


def flawed_entry(choose: random.Random, number: int) -> str:
    """Make entries of which each third has something that a rule objects to."""
    if number % 3:
        return plain_entry(choose, number)
    loc, fields = _flawed_fields(choose, number)
    return f"  <url>\n    <loc>{loc}</loc>\n{fields}  </url>\n"


def rich_entry(choose: random.Random, number: int) -> str:
    """Make an entry with five hreflang links and three images."""
    path = _path(choose, number)
    links = "".join(
        f'    <xhtml:link rel="alternate" hreflang="{language}" '
        f'href="{HOST}{"" if language == "x-default" else "/" + language}{path}"/>\n'
        for language in LANGUAGES
    )
    images = "".join(
        f"    <image:image>\n      <image:loc>{HOST}/media{path}-{view}.jpg</image:loc>\n"
        "    </image:image>\n"
        for view in ("front", "side", "detail")
    )
    loc = f"    <loc>{HOST}/en{path}</loc>\n"
    return f"  <url>\n{loc}{_other_fields(choose)}{links}{images}  </url>\n"


KINDS: dict[str, tuple[bytes, Callable[[random.Random, int], str]]] = {
    "plain": (PLAIN_ROOT, plain_entry),
    "marked": (PLAIN_ROOT, marked_entry),
    "flawed": (PLAIN_ROOT, flawed_entry),
    "rich": (RICH_ROOT, rich_entry),
}


def chunks_of(kind: str, count: int) -> Iterator[bytes]:
    """Make the text of a file piece by piece."""
    root, entry = KINDS[kind]
    choose = random.Random(f"{SEED} {kind}")
    yield HEAD + root
    for first in range(0, count, CHUNK):
        numbers = range(first, min(first + CHUNK, count))
        yield "".join(entry(choose, number) for number in numbers).encode()
    yield TAIL


def file_of(kind: str, count: int) -> Path:
    """Give the path of a file of ``count`` entries, made when it is not there yet."""
    path = FOLDER / f"{kind}-{count}-v{VERSION}.xml"
    if not path.is_file():
        FOLDER.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".part")
        with draft.open("wb") as out:
            out.writelines(chunks_of(kind, count))
        draft.replace(path)
    return path
