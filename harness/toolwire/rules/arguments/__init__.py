"""Rules about arguments."""
