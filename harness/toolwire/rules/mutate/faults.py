"""Faults that several rules plant: other arguments, another text, another stop reason.

Each works on the clean exchanges of one dialect and mode, which are ours, and keeps the
framing around the fault correct.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from toolwire.dialects.wire import Find
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mutation, Planting
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.places import (
    Place,
    copies,
    find_fragment,
    find_text,
    fragment_of,
    legacy_fragment,
    objects,
    repeats,
    set_at,
    stops,
    texts,
)

STREAM = (Mode.STREAMING,)
#: Clean exchange -> faulty exchange.
Change = Callable[[Exchange], Exchange]
#: Dialect and mode -> the change that plants a fault there.
Plant = Callable[[str, Mode], Change]


def mutations_for(
    scenario: str,
    plant: Plant,
    dialects: Iterable[str] = (),
    modes: tuple[Mode, ...] = (),
    fault: str = "",
) -> tuple[Mutation, ...]:
    """Return the mutations that plant one fault, for a rule's record.

    Args:
        scenario: as in `Mutation`.
        plant: dialect and mode -> what plants the fault there.
        dialects: in which; () for all in which the rule is judged.
        modes: in which; () for those in which the rule is judged.
        fault: as in `Mutation`.
    """
    chosen = tuple(dialects)
    return (Planting(scenario=scenario, fault=fault, plant=plant, dialects=chosen, modes=modes),)


def changed(change: Callable[[str, Place], None]) -> Plant:
    """Plant an in-place change of a body or of a stream's frames."""

    def plant(dialect: str, mode: Mode) -> Change:
        if mode is Mode.BLOCKING:
            return edit.body(lambda body: change(dialect, body))
        return edit.frames(lambda stream: change(dialect, stream))

    return plant


def _id_of(dialect: str) -> str:
    member = call_paths(dialect).id
    if member is None:
        raise ToolwireError(f"calls of {dialect} have no id")
    return member


#: Part of a call -> dialect -> where it stands.
_MEMBERS: Final[Mapping[str, Callable[[str], str]]] = {
    "arguments": lambda dialect: call_paths(dialect).arguments,
    "id": _id_of,
    "name": lambda dialect: call_paths(dialect).name,
}


def _of_call(part: str, change: Callable[[JsonObject, str], None], place: int = 0) -> Plant:
    def apply(dialect: str, where: Place) -> None:
        for call in copies(dialect, where)[place]:
            set_at(call, _MEMBERS[part](dialect), change)

    return changed(apply)


def named(name: str) -> Plant:
    """Plant another name in the first call."""
    return _of_call("name", lambda holder, member: holder.update({member: name}))


def identified(identity: Json, place: int = 0) -> Plant:
    """Plant another id in a call."""
    return _of_call("id", lambda holder, member: holder.update({member: identity}), place)


def alike(dialect: str, mode: Mode) -> Change:
    """Plant the id of the first call in the second."""
    known: list[Json] = []

    def apply(exchange: Exchange) -> Exchange:
        _of_call("id", lambda holder, key: known.append(holder[key]))(dialect, mode)(exchange)
        return identified(known[-1], 1)(dialect, mode)(exchange)

    return apply


def without(part: str) -> Plant:
    """Leave the id, the name or the arguments of the first call out."""

    def drop(holder: JsonObject, member: str) -> None:
        holder.pop(member, None)

    return _of_call(part, drop)


def arguments(value: Json) -> Plant:
    """Plant other arguments in the first call.

    A string goes where the wire carries the arguments as text; any other value is written
    as JSON there. Where the wire carries a value, it goes in as it is.
    """

    # Which it is is looked up when the fault is planted: rules are made before dialects are.
    def plant(dialect: str, mode: Mode) -> Change:
        def change(exchange: Exchange) -> Exchange:
            given = _as_text(value) if call_paths(dialect).textual else value
            return _set_arguments(dialect, mode, given)(exchange)

        return change

    return plant


def raw_arguments(value: Json) -> Plant:
    """Plant a value of any type where the wire has the text of the arguments."""
    return lambda dialect, mode: _set_arguments(dialect, mode, value)


def _set_arguments(dialect: str, mode: Mode, value: Json) -> Change:
    def whole(where: Place) -> None:
        at = call_paths(dialect).arguments
        for call in copies(dialect, where)[0]:
            set_at(call, at, lambda holder, key: holder.update({key: value}))

    def streamed(stream: list[Frame]) -> list[Frame] | None:
        paths, find = call_paths(dialect), find_fragment(dialect)
        first, rest = _at_the_second_call(dialect, stream)
        of_first = {id(one) for call in copies(dialect, stream)[:1] for one in call}
        later = (holder for holder in repeats(dialect, rest) if id(holder) in of_first)
        for holder in (*repeats(dialect, first), *later):
            holder[paths.arguments[1:]] = value
        if find is None:
            whole(stream)
            return None
        text_ = value if paths.textual else _as_text(value)
        left = [*_regrown(first, find, text_), *rest]
        _numbered(left)
        return left

    return edit.body(whole) if mode is Mode.BLOCKING else edit.frames(streamed)


def _at_the_second_call(dialect: str, stream: list[Frame]) -> tuple[list[Frame], list[Frame]]:
    """Return the frames before a second call opens, and the others."""
    known = {id(one) for call in copies(dialect, stream)[1:] for one in call}
    opens = (
        n
        for n, frame in enumerate(stream)
        if any(id(one) in known for one in objects(dialect, [frame]))
    )
    end = next(opens, len(stream))
    return stream[:end], stream[end:]


def legacy_arguments(value: str) -> Plant:
    """Plant another arguments text in OpenAI's deprecated `function_call`."""

    def blocking(body: JsonObject) -> None:
        edit.put(body, ("choices", 0, "message", "function_call", "arguments"), value)

    def plant(_dialect: str, mode: Mode) -> Change:
        if mode is Mode.BLOCKING:
            return edit.body(blocking)
        return edit.frames(lambda stream: _regrown(stream, legacy_fragment, value))

    return plant


def _as_text(value: Json) -> str:
    return value if isinstance(value, str) else dump(value).decode()


def _regrown(stream: list[Frame], find: Find, value: Json) -> list[Frame]:
    """Let the first fragment that is not empty carry the whole value; drop the others.

    One that also ends the stream (Gemini's last) stays, without its text.
    """
    left: list[Frame] = []
    done = False
    for frame in stream:
        found = find(object_of(frame[1]))
        if found is None or found[0][found[1]] == "":
            left.append(frame)
        elif not done:
            done = True
            if value != "":
                found[0][found[1]] = value
                left.append(frame)
        elif any("finishReason" in object_of(c) for c in _candidates_of(frame[1])):
            found[0][found[1]] = ""
            left.append(frame)
    _numbered(left)
    return left


def _numbered(stream: list[Frame]) -> None:
    """Number the events of a Responses stream on: a fragment that was left out is not a gap."""
    numbered = [object_of(p) for _, p in stream if "sequence_number" in object_of(p)]
    for number, event in enumerate(numbered):
        event["sequence_number"] = number


def _candidates_of(payload: Json) -> list[Json]:
    """Return the candidates of a Gemini chunk; none of other payloads."""
    return items_of(object_of(payload).get("candidates"))


def cumulative(dialect: str, _mode: Mode) -> Change:
    """Let every fragment of arguments repeat those before it."""

    def apply(stream: list[Frame]) -> None:
        text_ = ""
        for _, payload in stream:
            found = fragment_of(dialect, object_of(payload))
            if found is not None:
                holder, member = found
                text_ += str(holder[member])
                holder[member] = text_

    return edit.frames(apply)


def text(value: str) -> Plant:
    """Plant another text in an exchange that has one."""

    def plant(dialect: str, mode: Mode) -> Change:
        def blocking(body: JsonObject) -> None:
            for holder, member in texts(dialect, body):
                holder[member] = value

        def streamed(stream: list[Frame]) -> list[Frame]:
            for holder, member in texts(dialect, stream):
                holder[member] = value
            return _regrown(stream, find_text(dialect), value)

        return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)

    return plant


def stop(word: Json) -> Plant:
    """Plant another stop reason."""

    def apply(dialect: str, where: Place) -> None:
        for holder, member in stops(dialect, where):
            holder[member] = word

    return changed(apply)


def own_stop(words: Mapping[str, str]) -> Plant:
    """Plant the stop reason that a dialect calls so: dialect -> its word."""
    return lambda dialect, mode: stop(words[dialect])(dialect, mode)


def streaming(
    dialect: str,
    change: Callable[[list[Frame]], list[Frame] | None],
    fault: str = "",
    scenario: str = "single_call",
) -> Mutation:
    """Return the mutation of a streamed answer of a dialect."""
    return Mutation(dialect, Mode.STREAMING, scenario, edit.frames(change), fault)
