"""Parts of the dialogs that change many entries: rows with ticks."""
