"""The documents of a YAML file that may hold several."""

from __future__ import annotations

import re

#: A marker at the beginning of a line parts documents, whatever stands around it (YAML 1.2, 9.1.4).
_MARKER = re.compile(rb"^---(?:[ \t]*(?:#[^\r\n]*)?)\r?$\n?", re.MULTILINE)


def documents_of(text: bytes) -> list[bytes]:
    """Return the text of each document that holds anything."""
    return [document for document in _MARKER.split(text) if document.strip()]
