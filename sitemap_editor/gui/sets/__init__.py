"""Sets of sitemaps in the window: an index, a robots.txt or a folder, and what belongs to it."""
