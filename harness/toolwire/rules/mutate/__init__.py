"""Faults: one-place changes of clean exchanges."""
