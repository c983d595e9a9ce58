"""Bytes to events, one decoder for each framing; none knows a dialect."""
