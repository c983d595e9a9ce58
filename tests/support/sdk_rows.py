"""What official SDKs made of recorded answers, beside what our dialects read in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading, Reply
from toolwire.traffic import Unreadable, read

__all__ = ["CORPORA", "SdkRow", "calls_of_reply", "calls_of_row", "differences", "rows"]

#: The folders of recorded traffic that have rows.
CORPORA = ("corpus", "corpus2")
#: SDK name in expected.jsonl -> our dialect, where the two differ.
_ALIASES = {"mistral": "openai-chat"}
_KINDS = {"function_call": "legacy", "custom": "custom"}
#: Kinds of failure that are how an SDK tells of an error of the provider.
_TYPED_ERRORS = ("http_status", "stream_error")
#: Kinds of failure of which the row shows nothing of the answer.
_NOTHING_READ = ("decode", "shape")
#: Places of a compared call, by the word for a difference there.
_PARTS = {"kind": slice(0, 1), "name": slice(1, 2), "id": slice(2, 3), "arguments": slice(3, 5)}


@dataclass(frozen=True, slots=True)
class SdkRow:
    """One row of expected.jsonl: what an SDK made of one recorded answer.

    Attributes:
        corpus, file, line: where the recording stands; lines count from 1.
        dialect: ours, that reads it.
        members: the row itself, as the corpus' README explains it.
        exchange: the recording.
    """

    corpus: str
    file: str
    line: int
    dialect: str
    members: Mapping[str, Any]
    exchange: Exchange

    @property
    def place(self) -> tuple[str, str, int]:
        """Return what names the recording: corpus, file and line."""
        return self.corpus, self.file, self.line

    @property
    def applicable(self) -> bool:
        """Return whether an SDK of a format that we know was asked."""
        return bool(self.members["outcome"] != "not_applicable")

    def reading(self) -> Reading:
        """Decode the recording; whatever that raises comes through."""
        return load_dialect(self.dialect).decode(self.exchange)


@cache
def rows(shared: Path, corpus: str = "corpus") -> tuple[SdkRow, ...]:
    """Return every row of a corpus, in its order; a recording that cannot be read fails."""
    lines = (shared / corpus / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_row(shared, corpus, json.loads(line)) for line in lines)


def _row(shared: Path, corpus: str, members: dict[str, Any]) -> SdkRow:
    exchange = _exchanges(shared / corpus / members["file"])[members["line"] - 1]
    assert isinstance(exchange, Exchange), exchange
    dialect = _ALIASES.get(members["dialect"], members["dialect"])
    return SdkRow(corpus, members["file"], members["line"], dialect, members, exchange)


@cache
def _exchanges(path: Path) -> tuple[Exchange | Unreadable, ...]:
    return tuple(read([path]))


def calls_of_row(members: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return the SDK's calls: kind, name, id, arguments, raw arguments.

    An id that is not a string is no id for us (`ToolCall.id`).
    """
    return [
        (
            _KINDS.get(call.get("kind"), "function"),
            call["name"],
            call["id"] if isinstance(call["id"], str) else None,
            call["arguments"],
            call["arguments_raw"],
        )
        for call in members["tool_calls"]
    ]


def calls_of_reply(reply: Reply) -> list[tuple[Any, ...]]:
    """Return our calls in the same form."""
    return [(call.kind, call.name, call.id, call.arguments, call.raw) for call in reply.tool_calls]


def differences(row: SdkRow, reply: Reply) -> Iterator[str]:
    """Yield in what an SDK's result differs from our reading, a word each; of applicable rows.

    `failed`: the SDK could not read the answer, or lost a part of it; `error`: one of the two
    sees an error of the provider and the other none; `calls`: their number; `kind`, `name`,
    `id`, `arguments`: these of a call; `text`, `stop`, `usage`.
    """
    members = row.members
    failure = members["error_kind"]
    if (failure in _TYPED_ERRORS) is (reply.error is None):
        yield "error"
    if failure in _TYPED_ERRORS:
        return
    if failure is not None:
        yield "failed"
    if failure in _NOTHING_READ:
        return
    yield from _of_calls(calls_of_row(members), calls_of_reply(reply))
    if reply.text != members["text"]:
        yield "text"
    if reply.stop != members["stop"]:
        yield "stop"
    theirs = members["usage"] or {"input": None, "output": None}
    counts = (reply.usage.input, reply.usage.output) if reply.usage else (None, None)
    if counts != (theirs["input"], theirs["output"]):
        yield "usage"


def _of_calls(theirs: list[tuple[Any, ...]], ours: list[tuple[Any, ...]]) -> Iterator[str]:
    if len(theirs) != len(ours):
        yield "calls"
        return
    for word, part in _PARTS.items():
        if [call[part] for call in theirs] != [call[part] for call in ours]:
            yield word
