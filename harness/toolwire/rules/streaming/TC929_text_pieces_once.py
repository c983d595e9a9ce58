"""TC929: text-pieces-once."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import CallPaths
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for, streaming
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Violation
from toolwire.rules.views.asked_for import written
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.told_again import TEXTS, TextPath, calls_again, strings_in, texts_again

#: Where the end tells the whole text as well, other rules compare (TC926, TC927).
_COMPARED: Final = ("cohere-v1", "openai-responses")
_JUDGED: Final = tuple(name for name in EVERY_FORMAT if name not in _COMPARED)


def _pieces_once(reading: Reading) -> Iterator[Violation]:
    yield from _calls_again(reading)
    for _, found in texts_again(reading)[:1]:
        yield found


def _calls_again(reading: Reading) -> Iterator[Violation]:
    """Yield the call that was sent before, or the event whose calls are those of the one before it, and more."""
    for pointer, message in calls_again(reading):
        yield Violation(pointer, message, "once")
        return
    told: dict[str, list[str]] = {}
    for pointer, call in native_calls(reading):
        told.setdefault(pointer.partition("/")[0], []).append(written(call))
    for (_, before), (event, after) in pairwise(told.items()):
        if len(after) > len(before) and after[: len(before)] == before:
            message = "An event has the calls of the one before it again, and more."
            yield Violation(event, message, len(after) - len(before), len(after))
            return


def _whole_first(_dialect: str, _mode: Mode) -> Change:
    """Plant the whole text in a piece of its own before the pieces of it."""

    def apply(stream: list[Frame]) -> None:
        told = [
            (place, path, piece)
            for place, (_, payload) in enumerate(stream)
            for path, piece in strings_in(payload)
            if path and path[-1] in TEXTS and piece
        ]
        place, path, _ = told[0]
        name, payload = stream[place]
        again = copy.deepcopy(payload)
        edit.put(again, path, "".join(piece for _, _, piece in told))
        stream.insert(place, (name, again))

    def change(exchange: Exchange) -> Exchange:
        return edit.frames(apply)(exchange)

    return change


def _twice_each(stream: list[Frame]) -> None:
    """Send each piece of a text once more behind itself."""
    for place in reversed(range(len(stream))):
        name, payload = stream[place]
        told = (path for path, piece in strings_in(payload) if piece)
        if any(path and path[-1] in TEXTS for path in told):
            stream.insert(place, (name, copy.deepcopy(payload)))


def _opened_whole(stream: list[Frame]) -> None:
    deltas = [object_of(object_of(payload).get("delta")) for _, payload in stream]
    text = "".join(str(delta["text"]) for delta in deltas if "text" in delta)
    for _, payload in stream:
        block = object_of(payload).get("content_block")
        if block is not None:
            object_of(block)["text"] = text


def _called_at_the_end(stream: list[Frame]) -> None:
    """Let the last line hold the calls of all."""
    messages = [object_of(object_of(payload)["message"]) for _, payload in stream]
    told = [call for message in messages for call in items_of(message.get("tool_calls"))]
    messages[-1]["tool_calls"] = copy.deepcopy(told)


def _growing_calls(stream: list[Frame]) -> None:
    """Plant in each line with a call those of the lines before it; none has an id."""
    told: list[Json] = []
    for _, payload in stream:
        message = object_of(object_of(payload)["message"])
        for call in items_of(message.get("tool_calls")):
            object_of(call).pop("id", None)
            told.append(call)
        if "tool_calls" in message:
            message["tool_calls"] = copy.deepcopy(told)


def _in_parts(dialect: str, _mode: Mode) -> Change:
    """Send the first call without its last argument, and then as it is in a message of its own."""
    find = load_dialect(dialect).wire.calls

    def apply(stream: list[Frame]) -> None:
        name, payload = next(frame for frame in stream if _objects_of_calls(find, frame[1]))
        part = object_of(copy.deepcopy(payload))
        for one in items_of(part.get("candidates")):
            object_of(one).pop("finishReason", None)
        for call in _objects_of_calls(find, part):
            _arguments_of(call).popitem()
        stream.insert(0, (name, part))

    return edit.frames(apply)


def _objects_of_calls(paths: CallPaths | None, payload: Json) -> list[JsonObject]:
    if paths is None or paths.find is None:
        return []
    return [object_of(call) for _, call in paths.find("", object_of(payload))]


def _arguments_of(call: JsonObject) -> JsonObject:
    return object_of(call.get("args") or object_of(call.get("function")).get("arguments"))


def _cumulative(_dialect: str, _mode: Mode) -> Change:
    def apply(stream: list[Frame]) -> None:
        sent: dict[TextPath, str] = {}
        for _, payload in stream:
            for path, piece in [*strings_in(payload)]:
                if path and path[-1] in TEXTS and piece:
                    sent[path] = sent.get(path, "") + piece
                    edit.put(payload, path, sent[path])

    def change(exchange: Exchange) -> Exchange:
        return edit.frames(apply)(exchange)

    return change


RULE = Rule(
    id="TC929",
    name="text-pieces-once",
    severity=dict.fromkeys(_JUDGED, Severity.WARNING),
    statement=(
        "Pieces of a text are pure pieces: joined they are the text. None repeats what was sent "
        "before, none is the whole text beside its other pieces, and they do not come twice each. "
        "Nor has an event the calls of those before it again, nor, where calls come whole, a part "
        "of one."
    ),
    why="Clients join the pieces: the user reads every word again and again, and so does the "
    "model when the text goes back to it.",
    breaks="Every client that joins pieces, as the SDKs of OpenAI, Anthropic, Google and AWS do.",
    workaround="Ask for no stream: an honest piece may begin like the text before it.",
    check=_pieces_once,
    modes=(Mode.STREAMING,),
    mutations=(
        *mutations_for("plain_text", _cumulative, fault="cumulative"),
        *mutations_for("plain_text", _whole_first, fault="the whole text beside its pieces"),
        # Google's texts are too short for it: they come in two pieces.
        *(
            streaming(one, _twice_each, "each piece twice", "told_fully")
            for one in _JUDGED
            if one != "gemini-generate"
        ),
        *(
            Mutation(one, Mode.STREAMING, "strict_call", _in_parts(one, Mode.STREAMING), "in parts")
            for one in ("gemini-generate", "ollama-chat")
        ),
        streaming("ollama-chat", _growing_calls, "calls again", "parallel_calls"),
        streaming("ollama-chat", _called_at_the_end, "calls at the end", "parallel_calls"),
        streaming(
            "anthropic-messages", _opened_whole, "the whole text in the opening", "plain_text"
        ),
    ),
    cases="""
DeepSeek / Baidu Qianfan | cumulative mode: each chunk resends what was sent so far (arguments) | https://github.com/NousResearch/hermes-agent/issues/35718 | PR merged 2026-05 (#35592)
""",
)
