"""TC317: parameters-as-named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import PlannedCall
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.arguments.probe_echo import again, pairs
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation

#: What is between the words of a name.
_SEAM: Final = re.compile(r"[^\W_][_-][^\W_]|[a-z][A-Z]")
_BETWEEN: Final = re.compile(r"[ _-]")


def _respelled(wanted: Json, came: Json) -> Iterator[tuple[str, str]]:
    """Yield each name that is missing, with the one of the same letters that came in its place."""
    if isinstance(wanted, dict) and isinstance(came, dict):
        others = {_letters(name): name for name in came if name not in wanted}
        for name, value in wanted.items():
            if name in came:
                yield from _respelled(value, came[name])
            elif (other := others.get(_letters(name))) is not None:
                yield name, other
    elif isinstance(wanted, list) and isinstance(came, list):
        for one, another in zip(wanted, came, strict=False):
            yield from _respelled(one, another)


def _letters(name: str) -> str:
    return _BETWEEN.sub("", name).casefold()


def _has_seam(value: Json) -> bool:
    if isinstance(value, dict):
        return any(_SEAM.search(name) or _has_seam(one) for name, one in value.items())
    return isinstance(value, list) and any(map(_has_seam, value))


def _as_named(reading: Reading) -> Iterator[Violation]:
    for wanted, call in pairs(reading):
        if call.parse_error is None:
            for name, other in _respelled(wanted.arguments, call.arguments):
                message = "A parameter came under another spelling of its name."
                yield Violation(call.pointer, message, name[:200], other[:200])
                return


def _due(reading: Reading) -> bool:
    """Return whether a call came that was written out with a name of several words."""
    return any(_has_seam(wanted.arguments) for wanted, _ in pairs(reading))


def _in_camels(arguments: JsonObject) -> JsonObject:
    return {
        re.sub(r"_([a-z])", lambda found: found[1].upper(), name): value
        for name, value in arguments.items()
    }


def _renamed(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(call.name, _in_camels(call.arguments)) for call in calls]


RULE = Rule(
    id="TC317",
    name="parameters-as-named",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The parameters of a call, and the members of objects in them, have the names that the tool "
        "declares and the prompt writes out: no `maxPages` or `max pages` for `max_pages`, nor the "
        "other way. A model may respell one; a run in which every call with such a name has it "
        "respelled is the server's doing."
    ),
    why="The tool refuses the call, for what it requires is missing, or runs without it.",
    breaks="pydantic, zod and ajv validated tools, and every function that is called with keywords",
    workaround="Look members up without regard to case and underscores, and tell the server's makers.",
    source=Source(
        "spec",
        "JSON Schema: names of `properties` are compared character by character",
        "https://json-schema.org/understanding-json-schema/reference/object#properties",
        "2026-11-24",
    ),
    check=_as_named,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("calls that were written out with a name of several words", _due),
    mutations=mutations_for("spelt_closely", again(_renamed)),
)
