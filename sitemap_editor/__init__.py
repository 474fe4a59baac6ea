"""Sitemap editor: open, understand, change and save sitemaps without touching the rest."""
