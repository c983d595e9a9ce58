"""Observations of recorded traffic that ship with the package: facts and citations, no bodies.

They are what `toolwire lint` makes of the recordings of public repositories. They lie in `packed/`, packed
together; `toolwire.jobs.lint.importing` writes them, `docs/imported-traffic.md` says from what.
"""

from __future__ import annotations

from toolwire.jobs.lint.imported.data import imported, imported_providers
from toolwire.jobs.lint.imported.origin import Corpus, Origin, origin

__all__ = ["Corpus", "Origin", "imported", "imported_providers", "origin"]
