"""Rules about errors."""
