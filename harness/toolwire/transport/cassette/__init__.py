"""Files that keep the exchanges of one case."""
