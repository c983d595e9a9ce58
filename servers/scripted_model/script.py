"""A script: which key text gets which reply, before and after results of tools came.

A script is a declarative file (`harness/toolwire/schemas/replies.schema.json`), read and checked like all
others of this project.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from toolwire.io.declarative import Document, check, load
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

#: The tokens of ChatML: in a key or a reply they would be turns, not text.
CHATML: Final = ("<|im_start|>", "<|im_end|>", "<|endoftext|>")
#: What the model says where the script is silent.
_OTHERWISE: Final = "Hello. I can answer that without a tool."
_AFTER: Final = "The tools have answered."
#: Rounds of results that a script may tell apart in one chain.
_MOST_ROUNDS: Final = 8
_MOST_KEYS: Final = 1_331
#: Bytes of a key; single bytes are what other texts are made of.
_SHORTEST: Final = 2
_MOST_BESIDE: Final = 48


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the tool's name, and its arguments: an object, or a text that is written as it is."""

    name: str
    arguments: Json


@dataclass(frozen=True, slots=True)
class Said:
    """What one reply says, in this order: thoughts, words, calls, words behind the calls.

    `forced` is the call that it makes instead where a server lets it say nothing else.
    """

    think: str | None = None
    text: str | None = None
    calls: tuple[Call, ...] = ()
    closing: str | None = None
    forced: Call | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply, and the reply that follows when results came.

    Where none follows, the reply itself is repeated, but for calls: they are done by then.
    """

    said: Said
    after_result: Reply | None = None

    def chain(self) -> Iterator[Said]:
        """Yield what is said before any result, after the first round of results, and so on."""
        here = self
        yield here.said
        while here.after_result is not None:
            here = here.after_result
            yield here.said
        if here.said.calls:
            yield Said(text=_AFTER)


@dataclass(frozen=True, slots=True)
class Entry:
    """A reply and when it is given.

    Attributes:
        when: text in the last turn of the user; the longest that fits counts, and of several
            the last.
        reply: what is said then.
        beside: text that the prompt holds anywhere besides, for example in the system text;
            None when that does not matter. It goes before an entry without.
        where: file and line, for errors.
    """

    when: str
    reply: Reply
    beside: str | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """All entries, and what is said when none fits."""

    entries: tuple[Entry, ...]
    otherwise: str = _OTHERWISE


def shipped_script() -> Path:
    """Return the script for trying a server by hand, each form of reply once."""
    return Path(__file__).with_name("wire.yaml")


def load_script(path: Path) -> Script:
    """Read one script.

    Raises:
        ToolwireError: the file cannot be read or breaks the form; names file and line.
    """
    document = load(path)
    check(document, "replies")
    entries = tuple(
        _entry(document, f"/replies/{number}")
        for number in range(len(items_of(document.value["replies"])))
    )
    otherwise = string_of(document.value.get("otherwise"))
    _refuse_turns(document, "/otherwise", otherwise)
    return merged([Script(entries, otherwise or _OTHERWISE)])


def merged(scripts: Iterable[Script]) -> Script:
    """Put scripts together; what is said otherwise is the first one's.

    Raises:
        ToolwireError: two entries have the same key text, or there are too many.
    """
    given = tuple(scripts)
    entries = tuple(entry for script in given for entry in script.entries)
    seen: dict[tuple[str, str | None], str] = {}
    for entry in entries:
        key = (entry.when, entry.beside)
        if key in seen:
            hint = "join them, or tell them apart by `with`"
            what = f"the key {_short(entry.when)} stands at {seen[key] or 'another place'} too"
            raise ToolwireError(what, where=entry.where, hint=hint)
        seen[key] = entry.where
    _bound("keys", len({entry.when for entry in entries}), _MOST_KEYS)
    _bound("texts of `with`", len({e.beside for e in entries if e.beside}), _MOST_BESIDE)
    return Script(entries, given[0].otherwise if given else _OTHERWISE)


def _bound(what: str, count: int, most: int) -> None:
    if count > most:
        raise ToolwireError(f"the script has {count:,} {what}, and {most:,} fit", hint="split it")


def _entry(document: Document, pointer: str) -> Entry:
    form = object_of(items_of(document.value["replies"])[int(pointer.rpartition("/")[2])])
    when, beside = str(form["when"]), string_of(form.get("with"))
    for key, text in (("when", when), ("with", beside)):
        _refuse_turns(document, f"{pointer}/{key}", text)
        if text is not None and len(text.encode()) < _SHORTEST:
            hint = "every text would hold it"
            raise document.error(f"{pointer}/{key}", f"{text!r} is too short for a key", hint)
    if beside == when:
        raise document.error(f"{pointer}/with", "`with` repeats `when`", "leave it out")
    reply = _reply(document, pointer, form, rounds=0)
    return Entry(when, reply, beside, document.where(pointer))


def _reply(document: Document, pointer: str, form: Json, rounds: int) -> Reply:
    if rounds > _MOST_ROUNDS:
        raise document.error(pointer, f"more than {_MOST_ROUNDS} rounds of results in one chain")
    if isinstance(form, str):
        _refuse_turns(document, pointer, form)
        return Reply(Said(text=form))
    members = object_of(form)
    said = _said(document, pointer, members)
    after = members.get("after_result")
    if after is None:
        return Reply(said)
    return Reply(said, _reply(document, f"{pointer}/after_result", after, rounds + 1))


def _said(document: Document, pointer: str, form: JsonObject) -> Said:
    words = {key: form.get(key) for key in ("think", "text", "closing")}
    for key, text in words.items():
        _refuse_turns(document, f"{pointer}/{key}", text)
    calls = tuple(
        _call(document, f"{pointer}/calls/{number}", call)
        for number, call in enumerate(items_of(form.get("calls")))
    )
    forced = _call(document, f"{pointer}/forced", form["forced"]) if "forced" in form else None
    if not calls and not any(words.values()):
        raise document.error(pointer, "the reply says nothing", "give it `text` or `calls`")
    return Said(
        think=string_of(words["think"]),
        text=string_of(words["text"]),
        calls=calls,
        closing=string_of(words["closing"]),
        forced=forced,
    )


def _call(document: Document, pointer: str, form: Json) -> Call:
    members = object_of(form)
    name, arguments = str(members["name"]), members.get("arguments", {})
    _refuse_turns(document, f"{pointer}/name", name)
    _refuse_turns(document, f"{pointer}/arguments", arguments)
    return Call(name, arguments)


def _refuse_turns(document: Document, pointer: str, text: Json) -> None:
    found = next((token for token in CHATML if token in str(text)), None)
    if found is not None:
        hint = "the end of a reply is written by itself"
        raise document.error(pointer, f"{found} would end the turn", hint)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
