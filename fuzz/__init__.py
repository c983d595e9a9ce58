"""Attacks on toolwire from outside: mutated inputs in process, hostile servers and files as a table.

Nothing here ships. `python -m fuzz` runs mutated inputs, `python -m fuzz.hostile` the table of
docs/hostile.md; `nox -s fuzz` and `nox -s hostile` do the same in an environment of their own.
"""
