"""TC923: cohere-events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import Frame, at, put
from toolwire.rules.mutate.faults import STREAM, streaming
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.streaming.order import NumberedParts
from toolwire.rules.streaming.streaming import bared, dropped, twice, untyped
from toolwire.rules.views.torn import stands_on_no_lines

#: Where cohere-python stops to read a stream of v2; the stream may also end without it.
_DONE = "[DONE]"

#: Kinds of parts; a piece has a member of the same name.
_KINDS: Final = frozenset({"text", "thinking"})
_TEXT: Final = ("delta", "message", "content", "text")
#: What a citation of the plan is of, which needs no content part.
_PLAN: Final = "PLAN"
_CALL: Final = ("delta", "message", "tool_calls", "function")
_SOURCE: Final[JsonObject] = {"type": "document", "id": "doc:0", "document": {"text": "Hello."}}

#: The event of v1 that has the calls whole.
_WHOLE = "tool-calls-generation"

#: Its event that has a piece of one, or words beside them.
_PIECE = "tool-calls-chunk"


def _typed(reading: Reading, member: str) -> Iterator[tuple[int, str, JsonObject]]:
    for event in reading.events:
        if isinstance(event.json, dict):
            kind = event.json.get(member)
            if isinstance(kind, str):
                yield event.number, kind, event.json


_STEPS: Mapping[str, Callable[[NumberedParts, Json], str | None]] = {
    "delta": NumberedParts.grow,
    "end": NumberedParts.close,
    "start": NumberedParts.start,
}

_NOT_OPEN = "No such part is open."


def _v2(reading: Reading) -> Iterator[Violation]:
    broken = next(_v2_order(reading), None)
    yield from _v2_beside(reading) if broken is None else (broken,)


def _v2_order(reading: Reading) -> Iterator[Violation]:
    kinds = ("content", "tool-call")
    parts = {kind: NumberedParts("part", _NOT_OPEN, _NOT_OPEN) for kind in kinds}
    taken: set[tuple[str, int]] = set()
    first, last = True, None
    done = next((event.number for event in reading.events if event.data == _DONE), None)
    for number, kind, data in _typed(reading, "type"):
        if done is not None and number > done:
            yield Violation(f"event[{number}]", "An event follows [DONE].", None, kind)
            return
        if kind == "content-start":
            _count_anew(parts["content"], taken, data)
        problem = _v2_step(parts, data, kind, first=first, ended=last == "message-end")
        if problem is not None:
            yield Violation(f"event[{number}]", problem, None, data.get("index"))
            return
        first, last = False, kind
    if reading.events and last != "message-end":
        at = f"event[{len(reading.events)}]"
        yield Violation(at, "The stream ends without message-end.", "message-end")


def _count_anew(contents: NumberedParts, taken: set[tuple[str, int]], data: JsonObject) -> None:
    """Let the parts of a kind be numbered for themselves: Cohere's text behind thoughts is 0 again."""
    kind, index = str(_part(data).get("type")), data.get("index")
    own = sum(one == kind for one, _ in taken)
    if type(index) is not int:
        return
    if index == own and (kind, index) not in taken:
        contents.begin(own)
    taken.add((kind, index))


def _v2_step(
    parts: Mapping[str, NumberedParts], data: JsonObject, kind: str, *, first: bool, ended: bool
) -> str | None:
    if first is not (kind == "message-start"):
        if first:
            return "The stream does not begin with message-start."
        return "The stream has a second message-start."
    if ended:
        return "An event follows message-end."
    if kind == "message-end" and any(part.open for part in parts.values()):
        return "The message ends inside a part."
    name, _, step = kind.rpartition("-")
    part = parts.get(name)
    if part is None or step not in _STEPS:
        return None
    return _STEPS[step](part, data.get("index"))


def _v2_beside(reading: Reading) -> Iterator[Violation]:
    """Yield what no call depends on: citations out of pairs, a late plan, words in an opening."""
    cited: list[Json] = []
    called = planned = False
    opened: dict[str, str] = {}
    unnamed: set[str] = set()
    for number, kind, data in _typed(reading, "type"):
        called = called or kind == "tool-call-start"
        planned = planned or kind == "tool-plan-delta"
        problem = _cited(cited, data, kind) or _of_its_kind(opened, data, kind)
        problem = problem or _named_late(unnamed, data, kind)
        told = planned if _cited_kind(data) == _PLAN else bool(opened)
        if problem is None and kind == "citation-start" and not told:
            problem = "A citation comes before any text."
        if problem is None and called and kind == "tool-plan-delta":
            problem = "The plan comes after the call that it leads to."
        if problem is None and kind == "content-start" and _opens_with_words(data):
            problem = "A part opens with words, which are those of content-delta."
        if problem is None and kind == "tool-call-start" and _opens_with_arguments(data):
            problem = "A call opens with arguments, which are those of tool-call-delta."
        if problem is not None:
            yield Violation(f"event[{number}]", problem, None, kind, Severity.WARNING)
            return


def _cited_kind(data: JsonObject) -> Json:
    message = object_of(object_of(data.get("delta")).get("message"))
    return object_of(message.get("citations")).get("type")


def _cited(cited: list[Json], data: JsonObject, kind: str) -> str | None:
    if kind == "citation-start":
        cited.append(data.get("index"))
    elif kind == "citation-end":
        if data.get("index") not in cited:
            return "A citation ends that was not begun."
        cited.remove(data.get("index"))
    elif cited and kind in ("content-end", "message-end"):
        return "The text ends before its citation does."
    return None


def _of_its_kind(opened: dict[str, str], data: JsonObject, kind: str) -> str | None:
    """Return that a piece is of another kind than its part was opened as."""
    if kind not in ("content-start", "content-delta"):
        return None
    part, place = _part(data), str(data.get("index"))
    if kind == "content-start":
        opened[place] = str(part.get("type"))
    elif opened.get(place) in _KINDS and not _KINDS.isdisjoint(part) and opened[place] not in part:
        return "A piece is of another kind than the part that it is of."
    return None


def _part(data: JsonObject) -> JsonObject:
    return object_of(object_of(object_of(data.get("delta")).get("message")).get("content"))


def _opens_with_arguments(data: JsonObject) -> bool:
    return bool(_function(data).get("arguments"))


def _named_late(unnamed: set[str], data: JsonObject, kind: str) -> str | None:
    """Return that the name comes with a piece of a call; that it comes nowhere is TC104's."""
    place, name = str(data.get("index")), _function(data).get("name")
    if kind == "tool-call-start" and not name:
        unnamed.add(place)
    elif kind == "tool-call-delta" and name and place in unnamed:
        return "A call opens without its name, which comes with a piece of its arguments."
    return None


def _function(data: JsonObject) -> JsonObject:
    call = object_of(object_of(object_of(data.get("delta")).get("message")).get("tool_calls"))
    return object_of(call.get("function"))


def _opens_with_words(data: JsonObject) -> bool:
    part = _part(data)
    return bool(part.get("text") or part.get("thinking"))


def _v1(reading: Reading) -> Iterator[Violation]:
    names: list[Json] = []
    pieces = False
    whole: tuple[int, list[Json]] | None = None
    first, ended = True, False
    for number, kind, data in _typed(reading, "event_type"):
        problem = _v1_problem(kind, first=first, ended=ended, again=whole is not None)
        if problem is not None:
            yield Violation(f"event[{number}]/event_type", problem, None, kind)
            return
        first, ended = False, kind == "stream-end"
        delta = object_of(data.get("tool_call_delta"))
        pieces = pieces or bool(delta)
        if kind == _PIECE and delta.get("name") is not None:
            names.append(delta["name"])
        if kind == _WHOLE:
            calls = items_of(data.get("tool_calls"))
            whole = (number, [object_of(call).get("name") for call in calls])
    if reading.events and not ended and not stands_on_no_lines(reading):
        at = f"event[{len(reading.events)}]"
        yield Violation(at, "The stream ends without stream-end.", "stream-end")
    elif pieces:
        yield from _agree(reading, names, whole)


def _v1_problem(kind: str, *, first: bool, ended: bool, again: bool) -> str | None:
    if first and kind != "stream-start":
        return "The stream does not begin with stream-start."
    if ended:
        return "An event follows stream-end."
    if kind == "stream-start" and not first:
        return "The stream has a second stream-start."
    if again and kind in (_PIECE, _WHOLE):
        return "A call is told again after the whole calls."
    return None


def _agree(
    reading: Reading, names: list[Json], whole: tuple[int, list[Json]] | None
) -> Iterator[Violation]:
    if whole is None:
        at = f"event[{len(reading.events) - 1}]"
        yield Violation(at, "Calls came in pieces and never whole.", _WHOLE)
        return
    # A whole call that has no name is TC107's, whether its pieces have one or not.
    reported = whole[1]
    if None not in reported and reported != names:
        message = "The whole calls are not those of the pieces."
        yield Violation(f"event[{whole[0]}]/tool_calls", message, len(names), len(reported))


def _cohere_events(reading: Reading) -> Iterator[Violation]:
    # The lines of v1 say which is the last; v2 has server-sent events.
    lines = load_dialect(reading.dialect).wire.stream.line_end is not None
    broken = tuple(untyped(reading, "event_type" if lines else "type"))
    return iter(broken) if broken else _v1(reading) if lines else _v2(reading)


def _done_early(stream: list[Frame]) -> None:
    stream.insert(-1, stream.pop())


def _planned_late(stream: list[Frame]) -> list[Frame]:
    plan = [frame for frame in stream if object_of(frame[1]).get("type") == "tool-plan-delta"]
    rest = [frame for frame in stream if frame not in plan]
    end = next(n for n, (_, p) in enumerate(rest) if object_of(p).get("type") == "message-end")
    return [*rest[:end], *plan, *rest[end:]]


def _said_at_once(stream: list[Frame]) -> list[Frame]:
    pieces = [f for f in stream if object_of(f[1]).get("type") == "content-delta"]
    said = "".join(str(at(piece, _TEXT)) for _, piece in pieces)
    for _, payload in stream:
        if object_of(payload).get("type") == "content-start":
            put(payload, _TEXT, said)
    return [frame for frame in stream if frame not in pieces]


def _called_at_once(stream: list[Frame]) -> list[Frame]:
    pieces = [f for f in stream if object_of(f[1]).get("type") == "tool-call-delta"]
    given = "".join(str(at(piece, (*_CALL, "arguments"))) for _, piece in pieces)
    for _, payload in stream:
        if object_of(payload).get("type") == "tool-call-start":
            put(payload, (*_CALL, "arguments"), given)
    return [frame for frame in stream if frame not in pieces]


def _named_with_a_piece(stream: list[Frame]) -> None:
    name: Json = None
    for kind, payload in stream:
        if kind == "tool-call-start":
            name = object_of(at(payload, _CALL)).pop("name")
        elif kind == "tool-call-delta" and name is not None:
            put(payload, (*_CALL, "name"), name)
            name = None


def _cites(*kinds: str) -> Callable[[list[Frame]], None]:
    """Put a citation into a stream, of its two events only some."""

    def apply(stream: list[Frame]) -> None:
        end = next(
            n for n, (_, p) in enumerate(stream) if object_of(p).get("type") == "content-end"
        )
        said = "".join(str(at(p, _TEXT)) for n, p in stream if n == "content-delta")
        cited: Json = {"start": 0, "end": 2, "text": said[:2], "sources": [_SOURCE]}
        events: dict[str, JsonObject] = {
            "citation-start": {"index": 0, "delta": {"message": {"citations": cited}}},
            "citation-end": {"index": 0},
        }
        stream[end:end] = [(kind, {"type": kind, **events[kind]}) for kind in kinds]

    return apply


def _cites_first(stream: list[Frame]) -> None:
    _cites("citation-start", "citation-end")(stream)
    at_ = next(n for n, (kind, _) in enumerate(stream) if kind == "citation-start")
    events = stream[at_ : at_ + 2]
    del stream[at_ : at_ + 2]
    stream[1:1] = events


def _cites_the_plan_first(stream: list[Frame]) -> None:
    cited: Json = {"start": 0, "end": 2, "text": "I ", "sources": [_SOURCE], "type": _PLAN}
    begun: JsonObject = {"type": "citation-start", "index": 0}
    put(begun, ("delta",), {"message": {"citations": cited}})
    stream[1:1] = [
        ("citation-start", begun),
        ("citation-end", {"type": "citation-end", "index": 0}),
    ]


def _opened_as_thoughts(stream: list[Frame]) -> None:
    for kind, payload in stream:
        if kind == "content-start":
            put(payload, _TEXT[:-1], {"type": "thinking", "thinking": ""})


def _calls_from_one(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if str(event.get("type")).startswith("tool-call"):
            event["index"] = 1


RULE = Rule(
    id="TC923",
    name="cohere-events",
    severity={"cohere-v1": Severity.ERROR, "cohere-v2": Severity.ERROR},
    statement=(
        "v2: message-start comes first and message-end last; calls and content parts are "
        "numbered from 0 (thoughts and texts together or each for themselves), each opened by its start event, "
        "grown and closed by its end event; [DONE], where it is sent, follows. A part opens without words and a call "
        "with its name and without arguments, the plan comes before the calls, and a citation is begun and ended before "
        "its text is, and not before any text (one of the plan not before the plan); pieces are of the kind that their "
        "part was opened as (a warning each). "
        "v1: stream-start comes first and stream-end last, and calls that came in pieces "
        "come whole, once, in tool-calls-generation."
    ),
    why="Clients open and close calls by these events: calls are ignored.",
    breaks=(
        "LangChain over Cohere loses a call that is not closed, cohere-python has no reply of "
        "a v1 stream without stream-end; hydra, bx-ai. Words that a part opens with are lost to LangChain "
        "and the Vercel AI SDK (langchain-cohere 0.6.0 and @ai-sdk/cohere 3.0.63, tried 2026-11-24)."
    ),
    workaround="v1: read the calls of the response that stream-end repeats.",
    source=Source(
        "spec",
        "cohere 7.3.1 types: v2chat_stream_response.py and streamed_chat_response.py",
        "https://docs.cohere.com/v2/docs/streaming",
        "2026-11-21",
    ),
    check=_cohere_events,
    claims=("event_type=required", "type=required"),
    modes=STREAM,
    needs_wire=True,
    mutations=(
        streaming("cohere-v2", dropped("type", "message-start"), "no message-start"),
        streaming("cohere-v2", dropped("type", "tool-call-end"), "calls not closed"),
        streaming("cohere-v2", dropped("type", "message-end"), "no message-end"),
        streaming("cohere-v2", bared("type", "tool-call-delta"), "no type"),
        streaming("cohere-v2", _calls_from_one, "calls from 1"),
        streaming("cohere-v2", _done_early, "[DONE] before message-end"),
        streaming("cohere-v2", twice("type", "message-start"), "message-start twice"),
        streaming("cohere-v2", _planned_late, "a late plan", "mixed_content"),
        streaming("cohere-v2", _said_at_once, "words in the opening", "plain_text"),
        streaming("cohere-v2", _called_at_once, "arguments in the opening"),
        streaming("cohere-v2", _named_with_a_piece, "a late name"),
        streaming("cohere-v2", _cites("citation-start"), "a citation not ended", "plain_text"),
        streaming("cohere-v2", _cites("citation-end"), "a citation not begun", "plain_text"),
        streaming("cohere-v2", _cites_first, "a citation first", "plain_text"),
        streaming("cohere-v2", _cites_the_plan_first, "a plan cited first", "mixed_content"),
        streaming("cohere-v2", _opened_as_thoughts, "a piece of another kind", "plain_text"),
        streaming("cohere-v1", twice("event_type", "stream-start"), "stream-start twice"),
        streaming("cohere-v1", twice("event_type", _WHOLE), "whole calls twice"),
        streaming("cohere-v1", dropped("event_type", "stream-start"), "no stream-start"),
        streaming("cohere-v1", dropped("event_type", "stream-end"), "no stream-end"),
        streaming("cohere-v1", dropped("event_type", _WHOLE), "calls never whole"),
    ),
    cases="""
Cohere v2 | tool-call-start/tool-call-delta events; tool result content is a list of objects; tool_plan is not an answer | https://github.com/ankit373/hydra/issues/965 | issue closed 2026-09
Cohere v1 | chatStream forwarded text only and dropped tool-calls-chunk | https://github.com/ortus-boxlang/bx-ai/issues/281 | PR open 2026-09
""",
)
