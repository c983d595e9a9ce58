"""What toolwire is run for."""
