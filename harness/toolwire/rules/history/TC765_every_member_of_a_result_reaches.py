"""TC765: every-member-of-a-result-reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.model.conversation import JsonObject, ResultsTurn
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import Ask
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import has_any, results_due, telling, told, whole, words_of
from toolwire.rules.views.probe_answer import answered, results_taken, turned_away

#: The member that gateways look for, and the one beside it.
_READ: Final = "result"
_BESIDE: Final = "remark"
_SHOWN: Final = 200

_taken = results_taken("A result that is an object of several members is refused.")


def _in_gemini(body: JsonObject) -> None:
    for content in map(object_of, items_of(body["contents"])):
        for part in map(object_of, items_of(content.get("parts"))):
            result = object_of(part.get("functionResponse"))
            said = object_of(result.get("response")).get("output")
            # A call that failed, as that of a tool nobody offered, has no output.
            if isinstance(said, str):
                first, _, rest = said.partition("\n")
                result["response"] = {_READ: first, _BESIDE: rest}


#: Not `output`: what stands beside that Google may leave to the client.
_PROBING: Final[Mapping[str, Ask]] = {"gemini-generate": _in_gemini}


def _members(content: str) -> tuple[str, str] | None:
    """Return the member that is read first, and the one beside it; None where a result has not both."""
    try:
        held = object_of(parse(content.encode()))
    except JsonError:
        return None
    first, rest = held.get(_READ), held.get(_BESIDE)
    return (first, rest) if isinstance(first, str) and isinstance(rest, str) else None


def _marks(reading: Reading) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the telling words that one member alone has, of both, where a result was to be repeated."""
    due = results_due(reading)
    held = _members(due[0].result.content) if len(due) == 1 else None
    if held is None or due[0].result.error or reading.reply.tool_calls:
        return None
    first, rest = (telling(words_of((one,))) & due[0].words for one in held)
    return (first - rest, rest - first) if first - rest and rest - first else None


def _due(reading: Reading) -> bool:
    """Return whether a reply in words was to repeat a result of several members."""
    return bool(reading.reply.text) and whole(reading) and _marks(reading) is not None


def _has_members(reading: Reading) -> bool:
    """Return whether a result has both members: that of a call which nobody could run has none."""
    turns = () if reading.conversation is None else reading.conversation.turns
    results = chain.from_iterable(one.results for one in turns if isinstance(one, ResultsTurn))
    return any(_members(one.content) is not None for one in results)


def _every_member(reading: Reading) -> Iterator[Violation]:
    if _has_members(reading):
        yield from _taken(reading)
    marks = _marks(reading) if _due(reading) else None
    if marks is None:
        return
    said = told(reading)
    first, rest = (has_any(said, one) for one in marks)
    # Where nothing of the result is told it is lost as a whole: TC731's.
    if first == rest:
        return
    message = f"The answer has no word of the member beside `{_READ}` of a result, whose whole was to be repeated."
    if not first:
        message = f"The answer has no word of a result in `{_READ}` that was to be repeated."
    text = reading.reply.text or ""
    shown = text[:_SHOWN]
    yield Violation(reading.reply.text_pointer, message, "both members", shown, variance=True)


RULE = Rule(
    id="TC765",
    name="every-member-of-a-result-reaches",
    severity=dict.fromkeys(_PROBING, Severity.WARNING),
    statement=(
        "A result that is an object of several members, none of which the format knows, reaches the "
        "model whole: asked to repeat it word for word, a reply in words has a word of each, also "
        f"where one of them is called `{_READ}`. A model may leave one out; that every such reply of "
        "a run does is the server's doing. A refusal is. Nothing is asked of what stands beside "
        "`output`, which Google Cloud calls the output."
    ),
    why=(
        "Gateways take what a tool returned out of the one name that they know, and drop its exit "
        "code, its unit and its warnings in silence: the model goes on as if there had been none."
    ),
    breaks="clients whose tools return objects, as the SDKs of Google do with what a function returns",
    workaround="Write what the tool returned as one text, under `output`.",
    source=Source(
        "docs",
        "Gemini API, FunctionResponse.response: any keys of the caller's choice; Google Cloud, "
        "aiplatform_v1.types.FunctionResponse: where neither `output` nor `error` is there, all of "
        "it is the function's output",
        "https://ai.google.dev/api/caching#FunctionResponse",
        "2026-12-01",
    ),
    check=_every_member,
    subject=Subject.PROBE,
    always=True,
    needs_request=True,
    probing=_PROBING,
    variance=Variance(
        "replies in words that were to repeat a result of several members", _due, partly=True
    ),
    mutations=(
        *mutations_for(
            "told_in_lines",
            answered(Answer(text="18 C at gauge 4d1e", turn=1)),
            fault="first alone",
        ),
        *mutations_for("told_in_lines", turned_away(), fault="refused"),
    ),
)
