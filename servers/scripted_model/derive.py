"""Scripts from conversations that were planned elsewhere, and scripts as files.

A suite's prompt and the replies of a correct model are one course; the script of many courses
makes a model that a server can be audited with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from servers.scripted_model.script import Call, Entry, Reply, Said, Script
from servers.scripted_model.wording import spaced
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError

_WORD: Final = re.compile(r"\w[\w-]{2,}")


@dataclass(frozen=True, slots=True)
class Course:
    """What follows one prompt: the replies before any result, after the first round, and so on.

    Attributes:
        prompt: the user's whole text.
        replies: at least one.
        results: the text of each round of results between them.
        beside: text that the prompt holds besides; see `Entry`.
        where: names the course in errors.
    """

    prompt: str
    replies: tuple[Said, ...]
    results: tuple[str, ...] = ()
    beside: str | None = None
    where: str = ""


def script_of(courses: Iterable[Course]) -> Script:
    """Return the script of courses.

    Courses of one prompt are one entry as far as both go. Where they part after a result, a word
    of that result tells them apart.

    Raises:
        ToolwireError: the same prompt is answered in two ways, and no result tells why.
    """
    found: dict[tuple[str, str | None], list[Course]] = {}
    for course in courses:
        _join(found.setdefault((course.prompt, course.beside), []), course)
    return Script(tuple(_entry(course) for group in found.values() for course in group))


def _join(known: list[Course], course: Course) -> None:
    """Add a course to those of the same prompt, as a part of one of them where it is one."""
    for place, other in enumerate(known):
        if _parting(other, course) is None:
            longer = max(other, course, key=lambda one: len(one.replies))
            known[place] = replace(longer, beside=other.beside)
            return
    known.append(replace(course, beside=_told_by(course, known)) if known else course)


def _parting(one: Course, other: Course) -> int | None:
    """Return the number of the first reply that differs; None where both agree as far as they go."""
    pairs = enumerate(zip(one.replies, other.replies, strict=False))
    return next((number for number, (a, b) in pairs if a != b), None)


def _told_by(course: Course, rivals: Iterable[Course]) -> str:
    """Return a word of a result that tells a course from its rivals before it parts from one."""
    rivals = tuple(rivals)
    rounds = min(_parting(rival, course) or 0 for rival in rivals)
    told = " ".join(course.results[:rounds])
    taken = " ".join(text for rival in rivals for text in (rival.prompt, *rival.results))
    word = next((str(word) for word in _WORD.findall(told) if word not in taken), None)
    if word is None or course.beside is not None:
        what = f"the same prompt is answered in another way in {rivals[0].where or 'a course'}"
        raise ToolwireError(what, where=course.where, hint="word one of the prompts differently")
    return word


def _entry(course: Course) -> Entry:
    reply: Reply | None = None
    for said in reversed(course.replies):
        reply = Reply(said, reply)
    if reply is None:
        raise ToolwireError("a course has no reply", where=course.where)
    return Entry(course.prompt, reply, course.beside, course.where)


def script_text(script: Script) -> str:
    """Return a script as a file: YAML, one entry a line, as `load_script` reads it."""
    lines = (f"  - {spaced(_form(entry))}" for entry in script.entries)
    return "\n".join(("replies:", *lines, f"otherwise: {spaced(script.otherwise)}", ""))


def _form(entry: Entry) -> JsonObject:
    beside: JsonObject = {} if entry.beside is None else {"with": entry.beside}
    return {"when": entry.when, **beside, **_reply(entry.reply)}


def _reply(reply: Reply) -> JsonObject:
    form = dict(_members(reply.said))
    after = reply.after_result
    if after is None:
        return form
    inner = _reply(after)
    return {**form, "after_result": inner["text"] if inner.keys() == {"text"} else inner}


def _members(said: Said) -> Iterator[tuple[str, Json]]:
    words = (("think", said.think), ("text", said.text))
    yield from ((name, text) for name, text in words if text is not None)
    if said.calls:
        yield "calls", [_call(call) for call in said.calls]
    if said.closing is not None:
        yield "closing", said.closing
    if said.forced is not None:
        yield "forced", _call(said.forced)


def _call(call: Call) -> Json:
    return {"name": call.name, "arguments": call.arguments}
