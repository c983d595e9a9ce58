"""Hostile servers, files and clients against the real command line: the table of docs/hostile.md."""
