"""The findings of the active document: by rule, worst first, down to the entries."""
