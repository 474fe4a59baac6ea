"""A file that nobody can read as a sitemap, as text: to look at, to mend by hand, to try again."""
