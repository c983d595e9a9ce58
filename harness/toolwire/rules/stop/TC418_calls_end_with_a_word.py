"""TC418: calls-end-with-a-word."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Variance, Violation
from toolwire.rules.views.places import Place
from toolwire.rules.views.streamed import goes_on


def _due(reading: Reading) -> bool:
    """Return whether a reply of calls came to its end in a format whose type lets it go without a reason."""
    end, reply = load_dialect(reading.dialect).wire.stream.line_end, reading.reply
    there = reading.ok and reply.complete and bool(reply.tool_calls)
    return end is not None and end.event is None and there and not goes_on(reading)


def _with_a_word(reading: Reading) -> Iterator[Violation]:
    if _due(reading) and reading.reply.stop is None:
        message = "The reply of calls does not say why it ended."
        yield Violation(reading.reply.tool_calls[0].pointer, message, "a word of the API", None)


def _untold(_name: str, where: Place) -> None:
    for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
        object_of(document).pop("done_reason", None)


RULE = Rule(
    id="TC418",
    name="calls-end-with-a-word",
    severity={"ollama-chat": Severity.WARNING},
    statement=(
        "A reply with calls says why it ended, as one of text does. Ollama's type lets it be left "
        "out; that no reply with calls of a run has it is the server's doing. Of texts it is "
        "TC410's."
    ),
    why="A client that waits for the reason cannot tell calls that are whole from a reply that was cut.",
    breaks="adapters that map done_reason to a finish reason, and then say none",
    workaround="Take a reply with calls for one that ended well where `done` is true.",
    source=Source(
        "docs",
        "Ollama, docs/openapi.yaml: done_reason is why the answer ended; its own answers with calls have stop",
        "https://docs.ollama.com/api/chat",
        "2026-11-25",
    ),
    check=_with_a_word,
    needs_calls=True,
    variance=Variance("replies with calls that came to their end", _due),
    mutations=mutations_for("single_call", changed(_untold)),
)
