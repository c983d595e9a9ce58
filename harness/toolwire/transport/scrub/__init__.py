"""Exchanges as a file may hold them: without secrets."""
