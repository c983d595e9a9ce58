"""Rules about markup."""
