"""Recognition by path and bodies, and of what is something else."""

from __future__ import annotations

import pytest

from toolwire.dialects.ollama_chat import DIALECT
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
ASKED = b'{"model":"m","messages":[]}'
LINE = b'{"model":"m","created_at":"t","message":{"role":"assistant","content":"a"},"done":false}\n'
WHOLE = b'{"model":"m","message":{"role":"assistant","content":"a"},"done":true}'
INDENTED = b'\xef\xbb\xbf{\n "model": "m",\n "message": {"content": ""},\n "done": true\n}'
CHUNK = b'data: {"object":"chat.completion.chunk","choices":[]}\n\n'


def confidence(url: str | None, asked: bytes = b"", answered: bytes = b"") -> float:
    """Return how sure the dialect is of an exchange."""
    request = None if url is None else Request("POST", url, (), asked)
    return DIALECT.recognise(Exchange(request, Response(200, (), answered), EVIDENCE)).confidence


@pytest.mark.parametrize(
    ("url", "asked", "answered"),
    [
        ("http://localhost:11434/api/chat", ASKED, b""),
        ("https://ollama.com/api/chat?x=1", ASKED, b'{"error":"model not found"}'),
        ("http://h.invalid/proxy/api/chat/", ASKED, LINE),
        ("http://h.invalid/api/chat", b"", WHOLE),
        (None, b"", LINE + LINE),
        (None, b"", WHOLE),
        (None, b"", INDENTED),
        ("", b"", WHOLE),
    ],
)
def test_path_or_answer_are_enough(url: str | None, asked: bytes, answered: bytes) -> None:
    """The path with a model's name, or an object with message and done, is this dialect."""
    assert confidence(url, asked, answered) >= 0.95


def test_an_answer_at_another_path_is_likely() -> None:
    """A path that says nothing does not outweigh the body, but makes it less sure."""
    assert 0.5 < confidence("http://h.invalid/llm", ASKED, WHOLE) < 0.9


@pytest.mark.parametrize(
    ("url", "asked", "answered"),
    [
        # The same path in a web application: its own request, its own stream.
        ("https://app.invalid/api/chat", b'{"id":"1","messages":[]}', b'0:"Hel"\n0:"lo"\n'),
        ("https://app.invalid/api/chat", b"{", b""),
        ("http://localhost:11434/v1/chat/completions", ASKED, CHUNK),
        ("http://localhost:3000/api/chat/completions", ASKED, b'{"choices":[]}'),
        ("http://localhost:11434/api/generate", b'{"model":"m"}', b'{"response":"a","done":true}'),
        (None, b"", b'{"model":"m","response":"a","done":true}'),
        (None, b"", b'{"model":"m","message":"done","done":true}'),
        (None, b"", b'{"model":"m","message":{},"done":1}'),
        (None, b"", b'{"error":"text"}'),
        (None, b"", b'{"choices":[{"message":{"content":"\\"done\\""}}]}'),
        (None, b"", b'{"model":"m","message":{"done'),
        (None, b"", CHUNK),
        (None, b"", b""),
    ],
)
def test_other_formats_are_not_taken_for_this_one(
    url: str | None, asked: bytes, answered: bytes
) -> None:
    """Neither a path alone nor words alone make an exchange of this dialect."""
    assert confidence(url, asked, answered) <= 0.3
