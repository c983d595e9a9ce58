"""TC929: text-pieces-once."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for, streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation
from toolwire.rules.views.asked_for import written
from toolwire.rules.views.native import native_calls

_Path = tuple[str | int, ...]

#: The longest first piece that is looked for: servers begin with a word or two.
_LONGEST: Final = 200
#: A text that begins with something twice: most do not, and need no second look.
_REPEATS: Final = re.compile(rf"(.{{1,{_LONGEST}}}?)\1", re.DOTALL)
#: Pieces that grow this often do so on purpose, and so do two that have as many characters alike.
_OFTEN: Final = 3
_LONG: Final = 8
#: Members that hold pieces of a text.
_TEXTS: Final = ("text", "content")
#: Where the end tells the whole text as well, other rules compare (TC926, TC927).
_COMPARED: Final = ("cohere-v1", "openai-responses")
_JUDGED: Final = tuple(name for name in EVERY_FORMAT if name not in _COMPARED)


def _strings(value: Json, path: _Path = ()) -> Iterator[tuple[_Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _strings(item, (*path, number))


def _growing(reading: Reading, text: str) -> Iterator[tuple[_Path, list[tuple[int, str]]]]:
    """Yield the places whose every piece goes on from the one before, and begins the text."""
    told: dict[_Path, list[tuple[int, str]]] = {}
    others: set[_Path] = set()
    whole: set[_Path] = set()
    for event in reading.events:
        for path, piece in _strings(event.json) if isinstance(event.json, dict) else ():
            if not piece or path in others:
                continue
            rows = told.setdefault(path, [])
            before = rows[-1][1] if rows else ""
            # What was whole may be told once more: a last line says all of it again.
            again = piece == before and path not in whole
            grown = len(piece) > len(before) and piece.startswith(before) and path not in whole
            if grown or again if before else text.startswith(piece):
                rows.append((event.number, piece))
                whole.update((path,) if again else ())
                continue
            del told[path]
            others.add(path)
            if rows and not told:
                return  # what began the text does not grow
    yield from told.items()


def _pieces_once(reading: Reading) -> Iterator[Violation]:
    yield from _calls_again(reading)
    for text in (reading.reply.text, reading.reply.reasoning):
        if text and (found := next(_again(reading, text), None)) is not None:
            yield found
            return


def _again(reading: Reading, text: str) -> Iterator[Violation]:
    """Yield where a text, or a reasoning, is told again."""
    if text[: len(text) // 2] == text[len(text) // 2 :] and len(text) >= 2 * _LONG:
        yield from _twice(reading, text[: len(text) // 2])
    if _REPEATS.match(text) is None:
        return
    for path, rows in _growing(reading, text):
        pieces = [piece for _, piece in rows]
        grown = len({*pieces})
        often = grown > _OFTEN or (grown > 1 and len(pieces[0]) >= _LONG)
        if often and "".join(pieces) == text:
            pointer = f"event[{rows[1][0]}]/" + "/".join(map(str, path))
            message = "Each piece of the text repeats what was sent before."
            yield Violation(pointer, message, "the next piece only", pieces[1][:_LONGEST])
            return


def _calls_again(reading: Reading) -> Iterator[Violation]:
    """Yield the event whose calls are those of the event before it, and more."""
    told: dict[str, list[str]] = {}
    for pointer, call in native_calls(reading):
        told.setdefault(pointer.partition("/")[0], []).append(written(call))
    for (_, before), (event, after) in pairwise(told.items()):
        if len(after) > len(before) and after[: len(before)] == before:
            message = "An event has the calls of the one before it again, and more."
            yield Violation(event, message, len(after) - len(before), len(after))
            return


def _twice(reading: Reading, half: str) -> Iterator[Violation]:
    """Yield the piece that is the whole text, where other pieces are the text as well.

    A model that says something twice says it in pieces both times.
    """
    whole, parts = [], 0
    for event in reading.events:
        for path, piece in _strings(event.json) if isinstance(event.json, dict) else ():
            if piece == half:
                whole.append((event.number, path))
            elif piece and path[-1] in _TEXTS and piece in half:
                parts += 1
    if len(whole) == 1 and parts > 1:
        number, path = whole[0]
        message = "A piece is the whole text, which came in other pieces as well."
        pointer = f"event[{number}]/" + "/".join(map(str, path))
        yield Violation(pointer, message, "the text once", half[:_LONGEST])


def _whole_first(_dialect: str, _mode: Mode) -> Change:
    """Plant the whole text in a piece of its own before the pieces of it."""

    def apply(stream: list[Frame]) -> None:
        told = [
            (place, path, piece)
            for place, (_, payload) in enumerate(stream)
            for path, piece in _strings(payload)
            if path and path[-1] in _TEXTS and piece
        ]
        place, path, _ = told[0]
        name, payload = stream[place]
        again = copy.deepcopy(payload)
        edit.put(again, path, "".join(piece for _, _, piece in told))
        stream.insert(place, (name, again))

    def change(exchange: Exchange) -> Exchange:
        return edit.frames(apply)(exchange)

    return change


def _opened_whole(stream: list[Frame]) -> None:
    deltas = [object_of(object_of(payload).get("delta")) for _, payload in stream]
    text = "".join(str(delta["text"]) for delta in deltas if "text" in delta)
    for _, payload in stream:
        block = object_of(payload).get("content_block")
        if block is not None:
            object_of(block)["text"] = text


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


def _cumulative(_dialect: str, _mode: Mode) -> Change:
    def apply(stream: list[Frame]) -> None:
        sent: dict[_Path, str] = {}
        for _, payload in stream:
            for path, piece in [*_strings(payload)]:
                if path and path[-1] in _TEXTS and piece:
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
        "before, and none is the whole text beside its other pieces. Nor has an event the calls of the one "
        "before it again, and more."
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
        streaming("ollama-chat", _growing_calls, "calls again", "parallel_calls"),
        streaming(
            "anthropic-messages", _opened_whole, "the whole text in the opening", "plain_text"
        ),
    ),
    cases="""
DeepSeek / Baidu Qianfan | cumulative mode: each chunk resends what was sent so far (arguments) | https://github.com/NousResearch/hermes-agent/issues/35718 | PR merged 2026-05 (#35592)
""",
)
