"""Rules about stop."""
