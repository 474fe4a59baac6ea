"""Merging several sitemaps in the window."""
