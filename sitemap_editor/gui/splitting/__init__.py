"""The parts of the dialog that splits a sitemap."""
