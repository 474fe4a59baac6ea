"""Parts of dialogs about lists that people bring: where a list comes from, and its columns."""
