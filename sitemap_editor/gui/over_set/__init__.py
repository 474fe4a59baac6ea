"""Looking through, checking and changing all files of a set from the window."""
