"""What a split writes, read by a sitemap reader that is none of ours."""

import warnings
from http import HTTPStatus
from urllib.parse import unquote

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.sets import set_of
from sitemap_editor.operations.splitting import Wish, plan
from sitemap_editor.operations.splitting.measuring import measure
from sitemap_editor.operations.splitting.set_planning import plan_set
from sitemap_editor.operations.splitting.writing import write_plan

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from usp.fetch_parse import SitemapFetcher
    from usp.objects.sitemap import IndexXMLSitemap, PagesXMLSitemap
    from usp.web_client.abstract_client import (
        AbstractWebClient,
        AbstractWebClientSuccessResponse,
        WebClientErrorResponse,
    )

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
SITE = "https://www.example.com/maps/"


class FolderClient(AbstractWebClient):
    """Answers from a folder instead of the net."""

    def __init__(self, folder):
        self._folder = folder

    def set_max_response_data_length(self, max_response_data_length):
        pass

    def get(self, url):
        path = self._folder / unquote(url.removeprefix(SITE))
        return Answer(path, url) if path.is_file() else WebClientErrorResponse("gone", False)


class Answer(AbstractWebClientSuccessResponse):
    """A file as a server would send it."""

    def __init__(self, path, url):
        self._path, self._url = path, url

    def status_code(self):
        return HTTPStatus.OK.value

    def status_message(self):
        return HTTPStatus.OK.phrase

    def header(self, case_insensitive_name):
        is_packed = self._path.suffix == ".gz"
        kind = "application/gzip" if is_packed else "application/xml; charset=utf-8"
        return kind if case_insensitive_name.lower() == "content-type" else None

    def raw_data(self):
        return self._path.read_bytes()

    def url(self):
        return self._url


def read(folder):
    """The index of a folder and its files, as the other reader understands them."""
    client = FolderClient(folder)
    root = SitemapFetcher(f"{SITE}sitemap_index.xml", 0, client).sitemap()
    assert isinstance(root, IndexXMLSitemap)
    assert all(isinstance(one, PagesXMLSitemap) for one in root.sub_sitemaps)
    return root


def text_of(numbers):
    entries = "".join(
        f"<url><loc>{SITE}s{n % 2}/a&amp;{n}</loc><lastmod>2024-01-{n % 28 + 1:02}</lastmod>"
        "</url>\n"
        for n in numbers
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{NS}">{entries}</urlset>'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "packed"),
    [
        *((count, False) for count in (0, 1, 49_999, 50_000, 50_001, 120_001)),
        *((count, True) for count in (0, 50_001)),
    ],
)
def test_all_pages_are_found_once_and_in_order(tmp_path, count, packed):
    doc = open_bytes(text_of(range(count)).encode())
    made = plan(doc, Wish(SITE, gzip=packed))
    write_plan(made, tmp_path)
    root = read(tmp_path)
    assert [one.url for one in root.sub_sitemaps] == [SITE + part.name for part in made.parts]
    pages = [page.url for page in root.all_pages()]
    assert pages == [f"{SITE}s{n % 2}/a&{n}" for n in range(count)]


def test_a_set_that_was_split_anew_is_understood_too(tmp_path):
    for number in range(3):
        numbers = range(number * 100, number * 100 + 100)
        (tmp_path / f"{number}.xml").write_text(text_of(numbers))
    wish = Wish(SITE, by="section", max_entries=70)
    out = tmp_path / "out"
    write_plan(plan_set(measure(set_of([tmp_path]), wish), wish), out)
    pages = sorted(page.url for page in read(out).all_pages())
    assert pages == sorted(f"{SITE}s{n % 2}/a&{n}" for n in range(300))
