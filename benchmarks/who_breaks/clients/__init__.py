"""Clients that are tried, one module each; run in their own environment, without toolwire."""
