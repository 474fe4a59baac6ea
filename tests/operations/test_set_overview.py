"""The figures of files add up to those of the set."""

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.set_overview import Overview, figures_of, table_of

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(*rows):
    entries = "".join(
        f"<url><loc>https://a.example/{path}</loc>"
        + (f"<lastmod>{date}</lastmod>" if date else "")
        + "</url>"
        for path, date in rows
    )
    return f'<urlset xmlns="{NS}">{entries}</urlset>'.encode()


ONE = sitemap(("shop/a", "2024-05-01"), ("shop/b", "2023-01-01"), ("", ""))
TWO = sitemap(("blog/a", "2024-06-01T10:00:00+00:00"), ("shop/c", "not a date"))


def test_entries_bytes_sections_and_years_of_all_files_are_counted():
    whole = Overview()
    for data in (ONE, TWO):
        whole.add(figures_of(open_bytes(data)))
    assert (whole.files, whole.entries, whole.size) == (2, 5, len(ONE) + len(TWO))
    assert whole.sections == {"shop": 3, "blog": 1, "": 1}
    assert whole.years == [("2024", 2), ("2023", 1), ("", 2)]
    assert (whole.undated, whole.newest) == (2, "2024-06-01T10:00:00+00:00")


def test_an_index_counts_its_entries_and_has_no_sections():
    child = "<sitemap><loc>https://a.example/x/s.xml</loc></sitemap>"
    index = f'<sitemapindex xmlns="{NS}">{child}</sitemapindex>'
    figures = figures_of(open_bytes(index.encode()))
    assert (figures.entries, figures.sections, figures.months) == (1, {}, {})


def test_the_table_has_a_line_a_file_and_tells_of_what_cannot_be_read():
    rows = iter([("one.xml", figures_of(open_bytes(ONE)), ""), ("two.xml", None, "It is empty.")])
    lines = list(table_of(rows))
    assert lines[1] == f"one.xml,3,{len(ONE)},2024-05-01,1,2,\r\n"
    assert lines[2] == "two.xml,,,,,,It is empty.\r\n"
