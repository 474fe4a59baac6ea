"""Each way to write a date has one verdict, and a text that is right where one can be known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.protocol.dates import read_date

VALID = [
    ("2024-05-01", 1714521600),
    ("2024-05-01T08:30:00+02:00", 1714545000),
    ("2024-05-01T08:30:00Z", 1714552200),
    ("2024-05-01T08:30:00.123456Z", 1714552200),
    ("2024-02-29", 1709164800),
    ("1951-12-17", -569376000),
    ("2024-05-01T08:30:00+14:00", 1714501800),
]

WRONG = [
    ("2024", "low-precision", None, False),
    ("2024-05", "low-precision", None, False),
    ("2024-05-01T08:30+02:00", "no-seconds", "2024-05-01T08:30:00+02:00", True),
    ("2024-05-01T08:30:00", "time-without-zone", "2024-05-01", True),
    ("2024-05-01T08:30", "time-without-zone", "2024-05-01", True),
    ("2024-05-01-04:00", "date-with-zone", "2024-05-01", True),
    ("2024-05-01Z", "date-with-zone", "2024-05-01", True),
    ("2024-05-01T08:30:00+0200", "offset-without-colon", "2024-05-01T08:30:00+02:00", True),
    ("2024-05-01T08:30:00+02", "offset-without-colon", "2024-05-01T08:30:00+02:00", True),
    ("2024-05-01 08:30:00+02:00", "space-separator", "2024-05-01T08:30:00+02:00", True),
    ("2024-05-01 08:30:00 +0200", "space-separator", "2024-05-01T08:30:00+02:00", True),
    ("2024-05-01_08:30:00Z", "space-separator", "2024-05-01T08:30:00Z", True),
    ("2024-05-01 08:30:00", "space-separator", "2024-05-01", True),
    ("2024-05-01 08:30:00 UTC", "space-separator", "2024-05-01T08:30:00Z", True),
    ("2024-05-01t08:30:00z", "lowercase-tz", "2024-05-01T08:30:00Z", True),
    ("2024-3-7", "unpadded", "2024-03-07", True),
    ("2024/03/07", "unpadded", "2024-03-07", True),
    ("2024.03.07", "unpadded", "2024-03-07", True),
    ("20240307", "compact", "2024-03-07", True),
    ("20240307T083000Z", "compact", "2024-03-07T08:30:00Z", True),
    ("20240307083000", "compact", "2024-03-07", True),
    ("31/12/2024", "locale-format", "2024-12-31", True),
    ("12/31/2024", "locale-format", "2024-12-31", True),
    ("05.06.2024", "locale-format", "2024-06-05", False),
    ("31.12.24", "locale-format", "2024-12-31", False),
    ("Tue, 05 Mar 2024 10:00:00 GMT", "locale-format", "2024-03-05T10:00:00+00:00", True),
    ("January 15, 2024", "locale-format", "2024-01-15", False),
    ("15 Jan 2024", "locale-format", "2024-01-15", False),
    ("1714521600", "locale-format", "2024-05-01T00:00:00+00:00", True),
    ("1714521600000", "locale-format", "2024-05-01T00:00:00+00:00", True),
    ("45413", "locale-format", "2024-05-01", False),
    ("2024-05-01T08:30:00,5Z", "fraction-comma", "2024-05-01T08:30:00.5Z", True),
    ("2024-05-01T08:30:00.Z", "fraction-comma", "2024-05-01T08:30:00Z", True),
    ("2024-05-01T08+02:00", "hour-only", "2024-05-01T08:00+02:00", True),
    ("2023-02-29", "impossible", None, False),
    ("2024-13-01", "impossible", None, False),
    ("2024-00-10", "impossible", None, False),
    ("2024-13", "impossible", None, False),
    ("2024-05-01T25:00:00Z", "impossible", None, False),
    ("2024-05-01T10:60:00Z", "impossible", None, False),
    ("2024-05-01T10:00:60Z", "impossible", None, False),
    ("2024-05-01T10:00:00+15:00", "impossible", None, False),
    ("1900-02-29", "impossible", None, False),
    ("2024-05-01T24:00:00Z", "hour-24", "2024-05-02T00:00:00Z", False),
    ("-0001-11-30T00:00:00+00:00", "year-shape", "", True),
    ("0000-00-00", "year-shape", "", True),
    ("0000-00-00 00:00:00", "year-shape", "", True),
    ("24-03-07", "year-shape", "2024-03-07", False),
    ("20245-03-07", "year-shape", None, False),
    ("2024-05-01 2024-05-09", "multiple-values", "2024-05-09", False),
    ("2024-05-01T08:30:00Z,2023-11-02", "multiple-values", "2024-05-01T08:30:00Z", False),
    ("not-a-date", "invalid", None, False),
    ("yesterday", "invalid", None, False),
    ("maybe", "invalid", None, False),
    ("2024-W18-3", "invalid", None, False),
    ("٢٠٢٤-٠٥-٠١", "invalid", None, False),
    ("2024-05-01T08:30:00 ZZ", "invalid", None, False),
]


@pytest.mark.parametrize(("value", "instant"), VALID)
def test_w3c_forms_are_right_and_have_an_instant(value: str, instant: int) -> None:
    reading = read_date(value)
    assert (reading.verdict, reading.instant) == (None, instant)


@pytest.mark.parametrize(("value", "verdict", "suggestion", "sure"), WRONG)
def test_other_forms_have_one_verdict(
    value: str, verdict: str, suggestion: str | None, sure: bool
) -> None:
    reading = read_date(value)
    assert (reading.verdict, reading.suggestion, reading.is_sure) == (verdict, suggestion, sure)


PIECES = st.sampled_from([*"0123456789-:TtZz+., /_", "2024", "-05", "-01", "T08:30", ":00", "Jan"])


@given(st.lists(PIECES, max_size=14).map("".join))
def test_every_suggestion_is_valid(value: str) -> None:
    suggestion = read_date(value).suggestion
    assert not suggestion or read_date(suggestion).is_valid
