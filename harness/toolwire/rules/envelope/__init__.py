"""Rules about envelope."""
