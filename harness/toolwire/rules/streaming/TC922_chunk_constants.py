"""TC922: chunk-constants."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.groups import CHAT_ENVELOPES
from toolwire.rules.mutate.edit import Frame, put
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.streaming.streaming import GUIDE, edit_last
from toolwire.rules.views.chat import (
    ChoicePart,
    chunks,
    has_messages,
    is_verdict,
    joined_choice,
    parts,
)
from toolwire.rules.views.hollow import FAR, to_come
from toolwire.rules.views.torn import is_torn

_OBJECT = "chat.completion.chunk"

_CONSTANTS = ("id", "created", "model")
_TYPES = {str: "a text", int: "a whole number"}
_PRINT = "system_fingerprint"


def _chunk_constants(reading: Reading) -> Iterator[Violation]:
    # A chunk without choices and usage is an annotation, such as Azure's first, and so are the
    # verdicts of its filter: they have no identity of their own. TC101 judges where they stand.
    # Nor is an event without an array of choices a chunk (Workers AI's last, with the usage).
    own = [
        (number, c)
        for number, c in chunks(reading)
        if c.get("choices") or (c.get("choices") == [] and c.get("usage"))
        if not is_verdict(c)
    ]
    chat = None if has_messages(reading) else _piece_of_a_chat(reading)
    if chat is not None:
        message = "The text stands in the delta of a chat's chunk, and this is a text completion."
        yield Violation(chat.at("/delta"), message, "text", "delta")
    if own:
        of_chat = has_messages(reading) or chat is not None
        yield from _constants(own, _OBJECT if of_chat else "text_completion")
        if has_messages(reading) and not joined_choice(reading):
            yield from _roles(reading)


def _piece_of_a_chat(reading: Reading) -> ChoicePart | None:
    """Return the first piece of a text completion that says what it says as chunks of a chat do."""
    found = (one for one in parts(reading) if "text" not in one.choice)
    return next((one for one in found if isinstance(one.message, dict) and one.message), None)


def _constants(own: list[tuple[int, JsonObject]], kind_of_chunk: str) -> Iterator[Violation]:
    first = own[0][1]
    for key, kind in zip(_CONSTANTS, (str, int, str), strict=True):
        if not isinstance(first.get(key), kind) or first.get(key) == "":
            pointer, found = f"event[{own[0][0]}]/{key}", first.get(key)
            # SambaNova's bodies tell the time with its fraction, which is a value all the same.
            other = found not in (None, "")
            if other:
                message = "A constant of the chunks is of another type."
                yield Violation(pointer, message, _TYPES[kind], found)
            else:
                yield Violation(pointer, "A constant of the chunks is missing.", "a value", found)
    created = first.get("created")
    if type(created) is int and created >= FAR:
        pointer = f"event[{own[0][0]}]/created"
        message = "The time is in a smaller unit than seconds."
        yield Violation(pointer, message, "seconds since 1970", created)
    elif to_come(created):
        pointer = f"event[{own[0][0]}]/created"
        yield Violation(pointer, "The time has not come.", "seconds since 1970", created)
    expected = (*(first.get(key) for key in _CONSTANTS), kind_of_chunk)
    for key, value in zip((*_CONSTANTS, "object"), expected, strict=True):
        said = [c.get(key) for _, c in own]
        if said.count(value) < len(said):
            place = next(place for place, one in enumerate(said) if one != value)
            pointer, message = f"event[{own[place][0]}]/{key}", _apart(said)
            nulled = key == "object" and any(key in c for _, c in own)
            milder = None if nulled else _milder(key, said)
            yield Violation(pointer, message, value, said[place], milder)
    yield from _fingerprints(own)


def _apart(said: list[Json]) -> str:
    """Return what is said of values that are not all the one that is due."""
    if any(one != said[0] for one in said):
        return "The chunks do not agree."
    if said[0] is None:
        return "A constant of the chunks is missing."
    return "A constant of the chunks is not the format's."


def _fingerprints(own: list[tuple[int, JsonObject]]) -> Iterator[Violation]:
    """Yield that one stream is told to come of several configurations; a chunk may say none."""
    told = [(number, c[_PRINT]) for number, c in own if c.get(_PRINT)]
    other = next(((number, one) for number, one in told if one != told[0][1]), None)
    if other is not None:
        pointer = f"event[{other[0]}]/{_PRINT}"
        yield Violation(pointer, "The chunks do not agree.", told[0][1], other[1])


def _milder(key: str, all_of: list[Json]) -> Severity | None:
    """Return that a difference harms nobody: each chunk's own clock, an object that none says.

    No client is known that compares them. xAI, Ollama, Writer, MiniMax and LongCat stamp each
    chunk with its own second, and Z.ai's chunks say no object (all recorded streams of theirs).
    """
    # A zero among other times is a chunk that was made without one.
    times = [value for value in all_of if type(value) is int and value >= 0]
    stamped = key == "created" and len(times) == len(all_of) and min(times, default=0) > 0
    unsaid = key == "object" and all(value is None for value in all_of)
    return Severity.INFO if stamped or unsaid else None


def _roles(reading: Reading) -> Iterator[Violation]:
    begun: set[int] = set()
    for part in parts(reading):
        key = part.number
        role = part.message.get("role") if isinstance(part.message, dict) else None
        if key not in begun:
            begun.add(key)
            if role != "assistant" and not is_torn(reading):
                pointer = part.at("/delta/role")
                message = "The first chunk of the choice does not say who speaks."
                yield Violation(pointer, message, "assistant", role)
                return
        elif role is not None:
            message = "The role is sent again after the first chunk."
            yield Violation(part.at("/delta/role"), message, "absent", role)
            return


def _role_again(chunk: JsonObject) -> None:
    put(chunk, ("choices", 0, "delta", "role"), "assistant")


def _other_id(chunk: JsonObject) -> None:
    chunk["id"] = "chatcmpl-another"


def _timeless(chunk: JsonObject) -> None:
    chunk["created"] = 0


def _unnamed(chunk: JsonObject) -> None:
    chunk["object"] = None


def _printed(stream: list[Frame]) -> None:
    for place, (_, payload) in enumerate(stream):
        if isinstance(payload, dict):
            payload[_PRINT] = f"fp_{place}"


def _made(time: int) -> Callable[[list[Frame]], None]:
    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            if isinstance(payload, dict):
                payload["created"] = time

    return change


RULE = Rule(
    id="TC922",
    name="chunk-constants",
    severity=dict.fromkeys(CHAT_ENVELOPES, Severity.WARNING),
    statement=(
        "All chunks have the same non-empty id, created (in seconds, and not to come) and model, "
        "and the object chat.completion.chunk (of text completions text_completion); the first "
        "chunk of a choice has the role assistant, later ones none (text completions know no role); "
        "those that tell a system_fingerprint tell the same. Another created above zero, and no "
        "object at all, are reported as info."
    ),
    why=(
        "Clients tell answers apart by id; openai-python joins strings, so a repeated role "
        "becomes assistantassistant (in its stream helper)."
    ),
    breaks=(
        "huggingface_hub's typed models (Text Generation Inference), log correlation; the stream "
        "helper of openai-python passes over chunks of another object, or of none, and raises "
        "AssertionError where no other came."
    ),
    workaround="Take these members from the first chunk only.",
    source=Source(
        "spec",
        "openai 3.52.0 types: chat_completion_chunk.py: each chunk has the same timestamp, "
        "object is always chat.completion.chunk",
        GUIDE,
        "2026-11-21",
    ),
    check=_chunk_constants,
    claims=(
        "choices/*/delta/role",
        "event:created",
        "event:id",
        "event:model",
        "event:object",
    ),
    modes=(Mode.STREAMING,),
    mutations=(
        *(
            streaming(dialect, edit_last(_role_again), "role again", "plain_text")
            for dialect in CHAT_ENVELOPES
            if dialect != "chatml"
        ),
        *(
            streaming(dialect, edit_last(_other_id), "another id", "plain_text")
            for dialect in CHAT_ENVELOPES
        ),
        *(
            streaming("openai-chat", edit_last(change), fault, "plain_text")
            for change, fault in ((_timeless, "a zero"), (_unnamed, "null for its object"))
        ),
        streaming("openai-chat", _printed, "another fingerprint", "plain_text"),
        streaming("openai-chat", _made(1_795_420_800_000), "milliseconds", "plain_text"),
        streaming("openai-chat", _made(32_503_680_000), "the year 3000", "plain_text"),
    ),
    shim=Shim("first_chunk_wins", (("members", ["id", "created", "model"]),)),
    cases="""
TGI 2.4.1 | delta.tool_calls is an object, id "", name null, role repeated on every chunk, chunk id "" | https://github.com/huggingface/text-generation-inference/issues/2794 | issue open 2024-12
""",
)
