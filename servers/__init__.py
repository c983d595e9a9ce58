"""Real servers, installed, started, audited and stopped: `python -m servers`, `nox -s servers`.

A package of the development tree; it is no part of what is installed. Everything it fetches is kept
in a cache folder outside the checkout, and every server listens on 127.0.0.1 only.
"""
