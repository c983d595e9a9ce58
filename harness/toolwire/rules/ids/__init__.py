"""Rules about ids."""
