"""Values of a megabyte and hosts of 200 labels are checked and named with short messages."""

from __future__ import annotations

import numpy as np
import pytest

from sitemap_editor.rules.engine.hashing import WORD_BY_WORD, hash_texts

from .conftest import checker, from_text, with_value

MEGABYTE = 1 << 20
LONGEST_MESSAGE = 700
SITE = "https://www.shop.org"
ADDRESSES = {
    "letters": f"{SITE}/{'a' * MEGABYTE}",
    "no address": "a" * MEGABYTE,
    "not ascii": f"{SITE}/{'é' * (MEGABYTE // 2)}",
    "triplets": f"{SITE}/{'%25' * (MEGABYTE // 3)}",
    "bad triplets": f"{SITE}/{'%zz' * (MEGABYTE // 3)}",
    "there and back": f"{SITE}{'/a' * (MEGABYTE // 5)}{'/..' * (MEGABYTE // 5)}",
    "parameters": f"{SITE}/?{'utm_a=1&' * (MEGABYTE // 8)}",
    "schemes": "http://" * (MEGABYTE // 7),
    "port": f"{SITE}:{'8' * MEGABYTE}/",
    "labels": f"https://{'a.' * (MEGABYTE // 2)}org/",
    "200 labels": f"https://{'.'.join(f'l{n}' for n in range(200))}.shop.org/",
    "200 labels with accents": f"https://{'.'.join(f'é{n}' for n in range(200))}.shop.org/",
}
OF_FIELDS = {
    "digits": "1" * MEGABYTE,
    "dates": "2024-01-01" * (MEGABYTE // 10),
    "fraction": f"2024-01-01T00:00:00.{'0' * MEGABYTE}Z",
    "months": "Jan " * (MEGABYTE // 4),
    "blanks": " " * MEGABYTE,
    "commas": "1," * (MEGABYTE // 2),
}
FINE = {("lastmod", "fraction"), ("lastmod", "blanks")}
"""What no rule of the field is against; of empty tags others speak."""

PARTS = ("image:loc", "video:description", "video:restriction", "video:publication_date")


def longest_message(found: list[str]) -> int:
    return max(map(len, found), default=0)


@pytest.mark.parametrize("kind", ["urlset", "text"])
@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_of_a_megabyte_is_named_in_few_words(name: str, kind: str) -> None:
    report = checker(with_value(kind, "loc", ADDRESSES[name])).run()
    found = list(report.findings())
    assert {"loc-too-long", "loc-host-invalid"} & {one.code for one in found}
    assert longest_message([one.message for one in found]) < LONGEST_MESSAGE


@pytest.mark.parametrize("field", ["lastmod", "changefreq", "priority"])
@pytest.mark.parametrize("name", OF_FIELDS)
def test_another_value_of_a_megabyte_is_named_in_few_words(name: str, field: str) -> None:
    report = checker(with_value("urlset", field, OF_FIELDS[name])).run()
    found = [one for one in report.findings() if one.code.startswith((field, "value"))]
    assert found or (field, name) in FINE
    assert longest_message([one.message for one in found]) < LONGEST_MESSAGE


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_a_megabyte_is_named_in_few_words(part: str) -> None:
    prefix = part.partition(":")[0]
    inner = f"<{part}>{'&lt;b&gt; ' * (MEGABYTE // 10)}</{part}>"
    report = checker(from_text(f"<{prefix}:{prefix}>{inner}</{prefix}:{prefix}>")).run()
    found = [one for one in report.findings() if one.code.startswith(prefix)]
    assert found
    assert longest_message([one.message for one in found]) < LONGEST_MESSAGE


def test_long_texts_are_told_apart_to_their_end_but_not_by_letter_case() -> None:
    long = "a" * (2 * WORD_BY_WORD)
    texts = [f"{long}b", f"{long}B", f"{long}c", f"{long}", f"A{long[1:]}b", f"{long}bb"]
    numbers = hash_texts(texts).tolist()
    assert numbers[0] == numbers[1] == numbers[4]
    assert len({*numbers}) == 4
    assert len(np.unique(hash_texts(texts, exact=True))) == 6
