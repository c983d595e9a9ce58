"""Rules about streaming."""
