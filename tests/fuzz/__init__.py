"""Breaks sitemaps at random and looks what becomes of them."""
