"""TC929: text-pieces-once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation

_Path = tuple[str | int, ...]

#: The longest first piece that is looked for: servers begin with a word or two.
_LONGEST: Final = 200
#: A text that begins with something twice: most do not, and need no second look.
_REPEATS: Final = re.compile(rf"(.{{1,{_LONGEST}}}?)\1", re.DOTALL)
#: Pieces that grow this often do so on purpose, and so do two that have as many characters alike.
_OFTEN: Final = 3
_LONG: Final = 8
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
    for event in reading.events:
        for path, piece in _strings(event.json) if isinstance(event.json, dict) else ():
            if not piece or path in others:
                continue
            rows = told.setdefault(path, [])
            before = rows[-1][1] if rows else ""
            grown = len(piece) > len(before) and piece.startswith(before)
            if grown if before else text.startswith(piece):
                rows.append((event.number, piece))
                continue
            del told[path]
            others.add(path)
            if rows and not told:
                return  # what began the text does not grow
    yield from told.items()


def _pieces_once(reading: Reading) -> Iterator[Violation]:
    text = reading.reply.text
    if not text or _REPEATS.match(text) is None:
        return
    for path, rows in _growing(reading, text):
        pieces = [piece for _, piece in rows]
        often = len(pieces) > _OFTEN or (len(pieces) > 1 and len(pieces[0]) >= _LONG)
        if often and "".join(pieces) == text:
            pointer = f"event[{rows[1][0]}]/" + "/".join(map(str, path))
            message = "Each piece of the text repeats what was sent before."
            yield Violation(pointer, message, "the next piece only", pieces[1][:_LONGEST])
            return


def _cumulative(_dialect: str, _mode: Mode) -> Change:
    def apply(stream: list[Frame]) -> None:
        sent: dict[_Path, str] = {}
        for _, payload in stream:
            for path, piece in [*_strings(payload)]:
                if path and path[-1] in ("text", "content") and piece:
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
        "before."
    ),
    why="Clients join the pieces: the user reads every word again and again, and so does the "
    "model when the text goes back to it.",
    breaks="Every client that joins pieces, as the SDKs of OpenAI, Anthropic, Google and AWS do.",
    workaround="Ask for no stream: an honest piece may begin like the text before it.",
    check=_pieces_once,
    modes=(Mode.STREAMING,),
    mutations=mutations_for("plain_text", _cumulative, fault="cumulative"),
    cases="""
DeepSeek / Baidu Qianfan | cumulative mode: each chunk resends what was sent so far (arguments) | https://github.com/NousResearch/hermes-agent/issues/35718 | PR merged 2026-05 (#35592)
""",
)
