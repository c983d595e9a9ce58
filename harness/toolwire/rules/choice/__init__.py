"""Rules about choice."""
