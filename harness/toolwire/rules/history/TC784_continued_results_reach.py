"""TC784: continued-results-reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import items_of
from toolwire.model.conversation import JsonObject, ResultsTurn, ToolResult
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import has_any, marks_of, place_of, told, whole
from toolwire.rules.views.probe_answer import answered

#: As long as OpenAI's: what a server gives has no other id that it could be taken for.
_GIVEN: Final = f"resp_{'0a1b2c3d' * 8}"
#: How much of a reply a finding shows.
_SHOWN: Final = 200
_MESSAGE: Final = (
    "The reply has no word of a result that went back alone, with the id of the answer that made "
    "the call."
)


def _results(reading: Reading) -> tuple[ToolResult, ...]:
    """Return the results that a request ends with."""
    conversation = reading.conversation
    last = conversation.turns[-1] if conversation is not None and conversation.turns else None
    return last.results if isinstance(last, ResultsTurn) else ()


def _alone(reading: Reading) -> bool:
    """Return whether a request goes on from an answer, and has nothing new but results."""
    asked = reading.conversation
    return asked is not None and asked.continued and len(asked.turns) == 1


def _reach(reading: Reading) -> Iterator[Violation]:
    marks = marks_of(_results(reading))
    if not marks or not _alone(reading) or not whole(reading) or has_any(told(reading), marks):
        return
    said, calls = (reading.reply.text or "")[:_SHOWN], len(reading.reply.tool_calls)
    actual: JsonObject = {"text": said, "calls": calls}
    # A model may say something else; that it does not, the same history written out shows.
    yield Violation(place_of(reading), _MESSAGE, "a word of it", actual, Severity.INFO)


def _honoured(reading: Reading) -> bool:
    """Return whether a reply in words has one of the results that nobody says by chance."""
    marks = {one for one in marks_of(_results(reading)) if not one.isalpha()}
    return reading.ok and not reading.reply.tool_calls and has_any(told(reading), marks)


def _gone_on(reading: Reading) -> bool:
    return _alone(reading) and _honoured(reading)


@in_dialect
def _question(_name: str, body: JsonObject) -> None:
    if "previous_response_id" not in body:
        body["previous_response_id"] = _GIVEN
        body["input"] = items_of(body["input"])[-1:]


RULE = Rule(
    id="TC784",
    name="continued-results-reach",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "Results that go back alone, with the id of the answer that made their calls, reach the "
        "model as they do with the history written out: asked to repeat one, a reply has a word of "
        "it. A model may say something else, or call again, and that is information. Where the "
        "same history written out is answered with the result, and no reply of a run that goes on "
        "by the id is, the server has lost the call or its result."
    ),
    why=(
        "A server that keeps the words of an answer and not its calls has nothing to which a result "
        "belongs: the model never sees it and makes the same call again, without an end."
    ),
    breaks="agents that leave the history to the server, openai-agents with previous_response_id among them",
    workaround="Send the whole history with each request, and store: false.",
    source=Source(
        "docs",
        "OpenAI, conversation state: previous_response_id",
        "https://developers.openai.com/api/docs/guides/conversation-state",
        "2026-12-01",
    ),
    check=_reach,
    subject=Subject.PROBE,
    needs_request=True,
    question=_question,
    honoured=_honoured,
    variance=Variance(
        "replies to results that went back alone, where the same written out is answered",
        _gone_on,
        partly=True,
    ),
    mutations=mutations_for("told_back", answered(Answer(text="Done."))),
    cases="""
vLLM | the calls of the answer before are not kept under previous_response_id, and the result is turned into nothing | https://github.com/vllm-project/vllm/issues/43244 | issue open 2026-05
""",
)
