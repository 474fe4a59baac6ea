"""The live XML: the document as it would be saved, drawn row by row, at any size."""
