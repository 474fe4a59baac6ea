"""One sitemap in memory: entries, order, edits, columns, lines, open and save."""
