"""What is said of bodies that are no JSON document."""

from __future__ import annotations

import pytest

from toolwire.rules.views.broken_json import wrong_with


@pytest.mark.parametrize(
    ("behind", "ended"),
    [
        (b"\n\ndata: [DONE]\n\n", True),
        (b"\ndata: [DONE]", True),
        (b"}\n\ndata: [DONE]\n\n", False),
        (b"\n\ndata: {}\n\n", False),
    ],
)
def test_the_mark_of_a_stream_behind_a_document_is_named(behind: bytes, *, ended: bool) -> None:
    """What is broken besides is no document with the mark behind it."""
    said = "The body is one JSON document with the mark behind it that ends a stream."
    assert (wrong_with(b'{"choices": []}' + behind) == said) is ended
