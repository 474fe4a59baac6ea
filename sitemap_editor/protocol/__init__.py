"""Facts and plain data of the sitemap formats; no reading, no judging, no Qt."""
