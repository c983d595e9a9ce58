"""The documents of a YAML file that may hold several."""

from __future__ import annotations

from toolwire.traffic.documents import documents_of


def test_markers_part_documents() -> None:
    """What is empty between two markers is none, and what is indented is no marker."""
    assert documents_of(b"---\na: 1\n--- # next\n\n---\r\nb: |\n  ---\n") == [
        b"a: 1\n",
        b"b: |\n  ---\n",
    ]
