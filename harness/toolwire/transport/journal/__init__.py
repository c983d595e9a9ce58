"""Exchanges of a run as they end, so that nothing is lost and nothing is paid twice."""
