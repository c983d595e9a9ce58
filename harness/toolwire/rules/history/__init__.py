"""Rules about history."""
