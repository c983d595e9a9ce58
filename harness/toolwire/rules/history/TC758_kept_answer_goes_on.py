"""TC758: kept-answer-goes-on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    repeated_of,
    repeating,
)
from toolwire.rules.views.probe_answer import turned_away

#: By which a refusal says that the server keeps no answers at all, which is no fault.
_KEEPS_NONE: Final = ("support", "implement", "stateless", "store", "persist", "retention")
#: As long as OpenAI's: what a server gives has no other id that it could be taken for.
_GIVEN: Final = f"resp_{'0a1b2c3d' * 8}"
_KNOWN: Final = repeated_of(
    LinePlace.KEPT, "The answer has no word of the conversation that was to be kept.", variance=True
)
_NOT_FOUND: Final = f"Previous response with id '{_GIVEN}' not found."


def _goes_on(reading: Reading) -> Iterator[Violation]:
    body = reading.request if isinstance(reading.request, dict) else {}
    if not body.get("previous_response_id"):
        return
    if reading.ok:
        yield from _KNOWN(reading)
        return
    error, status = reading.reply.error, reading.exchange.response.status
    words = error.message.lower() if error is not None and error.message else ""
    if status < 500 and any(word in words for word in _KEEPS_NONE):
        return
    message = "An answer that was just given, and was to be kept, is not gone on from."
    yield Violation("status", message, "an answer", status)


@in_dialect
def _question(name: str, body: JsonObject) -> None:
    if "previous_response_id" in body:
        return
    body["previous_response_id"] = _GIVEN
    body[load_dialect(name).wire.keeps] = True
    body["input"] = items_of(body["input"])[-1:]


RULE = Rule(
    id="TC758",
    name="kept-answer-goes-on",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "Results that go back with the id of the answer that made the call, instead of the history, "
        "are answered, where that answer was to be kept (`store: true`). A server may keep none, "
        "and then says so: its refusal has a word for it. What was said before is known then: asked "
        "to repeat a line of its first words, one of a result and one of the question itself, a "
        "reply that has a word of the last has one of each. A model may leave one out; a run in "
        "which every such reply does is the server's doing, which passed over the id."
    ),
    why="Clients that leave the history to the server lose the conversation at the first call of a tool.",
    breaks=(
        "openai-agents with previous_response_id, and whoever sends only what is new: over "
        "LiteLLM's bridge (BerriAI/litellm#37956, BerriAI/litellm#26167)"
    ),
    workaround="Send the whole history with each request, and store: false.",
    source=Source(
        "docs",
        "OpenAI, conversation state: previous_response_id",
        "https://developers.openai.com/api/docs/guides/conversation-state",
        "2026-11-28",
    ),
    check=_goes_on,
    subject=Subject.PROBE,
    always=True,
    question=_question,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one that the server keeps",
        LinePlace.KEPT,
        partly=True,
        in_parts=True,
    ),
    mutations=(
        *mutations_for("round_trip", turned_away(message=_NOT_FOUND)),
        *mutations_for("round_trip", turned_away(404, _NOT_FOUND), fault="not there"),
    ),
    cases="""
Ollama | previous_response_id is accepted and passed over: an empty answer under HTTP 200 | https://github.com/ollama/ollama/issues/18419 | issue open 2026-09
LiteLLM | previous_response_id of its own answer: 400, nothing of the conversation is found | https://github.com/BerriAI/litellm/issues/26167 | issue open 2026-04
LiteLLM | the id told at the end of a stream is another than the one it began with, and neither is found | https://github.com/BerriAI/litellm/issues/37956 | PR merged 2026-08
""",
)
