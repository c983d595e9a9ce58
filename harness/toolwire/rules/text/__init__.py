"""Rules about text."""
