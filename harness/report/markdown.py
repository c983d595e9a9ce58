"""Text of strangers inside Markdown: whatever it says, it stays text."""

from __future__ import annotations

import re
from html import escape

from harness.report.model import Proof
from harness.report.words import link, proof_text

__all__ = ["cell", "cite", "example", "prose"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]|#!~])")


def cell(text: object) -> str:
    """Make text harmless inside a table cell, on one line."""
    return _harmless(" ".join(str(text).split()))


def prose(text: str) -> str:
    """Make text harmless on one line, but leave its code spans.

    A code span begins and ends with one backtick; text with an odd number of them has none.
    """
    parts = " ".join(text.split()).split("`")
    if len(parts) % 2 == 0:
        return cell(text)
    return "`".join(part if at % 2 else _harmless(part) for at, part in enumerate(parts))


def _harmless(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", escape(text, quote=False))


def cite(proof: Proof | None) -> str:
    """Return how a thing is known, as a link to its exchange where that is a citation."""
    if proof is None:
        return ""
    url = link(proof.source)
    return f"[{proof_text(proof)}](<{url}>)" if url else proof_text(proof)


def example(source: str) -> str:
    """Return a source, as a link where it is a citation."""
    url = link(source)
    return f"[{cell(source)}](<{url}>)" if url else cell(source)
