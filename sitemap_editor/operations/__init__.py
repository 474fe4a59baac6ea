"""Bulk changes and derivations: a document in, an edit or a result out."""
