"""TC191: members-as-spelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.members import Members
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.misplaced_calls import (
    arguments_elsewhere,
    is_called,
    offered_in_vain,
    tells_of_tools,
)
from toolwire.rules.views.places import Place
from toolwire.rules.views.spelling import folded, name_here
from toolwire.rules.views.tools_used import is_of_a_vendor
from toolwire.rules.views.unknown_members import unknown_members

#: Characters of a name that may be another spelling of a known one; those have at most 33.
_LONGEST: Final = 100
#: How formats call what a model thought, where that is a text.
_THOUGHTS: Final = frozenset({"reasoning", "reasoning_content", "thinking"})


def _misspelled(reading: Reading) -> Iterator[Violation]:
    offered = offered_in_vain(reading)
    for here, pointer, value in unknown_members(reading):
        if is_of_a_vendor(value):
            continue
        calls = offered and not tells_of_tools(pointer)
        for name in value:
            if name in here.names or len(name) > _LONGEST:
                continue
            if calls and is_called(value[name], offered):
                message = "Calls of offered tools stand in a member that the format does not have."
                yield Violation(f"{pointer}/{name}", message, None, name)
                return
            message, right = _own_name(reading, here, name, value)
            if right is not None and right not in value:
                yield Violation(f"{pointer}/{name}", message, right, name)
                if reading.mode is Mode.STREAMING:
                    return


def _own_name(
    reading: Reading, here: Members, name: str, value: JsonObject
) -> tuple[str, str | None]:
    """Return how a format calls what stands in a member that it does not know; None where it has no such thing."""
    spelled = _spelled(here).get(folded(name)) or _own_thoughts(here, name, value[name])
    if spelled is not None:
        return "A member of the format is spelled otherwise.", spelled
    counts = name_here(name, here.names)
    if counts is not None:
        return "A count has another format's name.", counts
    given = arguments_elsewhere(reading, here, name, value)
    return "The arguments of a call stand in a member that the format does not have.", given


def _own_thoughts(here: Members, name: str, value: Json) -> str | None:
    """Return how a format calls the thoughts that stand in another format's member; None for none."""
    if name not in _THOUGHTS or not isinstance(value, str) or not value:
        return None
    return next(iter(sorted(_THOUGHTS & set(here.names))), None)


@cache
def _spelled(here: Members) -> Mapping[str, str]:
    """Return the members known at a place by what they have in common in every spelling."""
    return {folded(name): name for name in here.names}


def _rename(name: str, where: Place) -> None:
    document: Json = where if isinstance(where, dict) else [p for _, p in where]
    spelling = load_dialect(name).wire.spelling
    for holder in _holders(document, spelling.beside):
        renamed = spelling.value is None
        holder[spelling.other] = holder.pop(spelling.beside) if renamed else spelling.value


def _thought(_name: str, where: Place) -> None:
    for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
        message = object_of(object_of(document).get("message"))
        if message:
            message["reasoning"] = "The user says hello."


def _elsewhere(_name: str, where: Place) -> None:
    document: Json = where if isinstance(where, dict) else [p for _, p in where]
    for holder in [*_holders(document, "tool_calls")]:
        holder["tools"] = holder.pop("tool_calls")


def _holders(value: Json, name: str) -> Iterator[JsonObject]:
    """Yield every object that has a member of a name."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from _holders(inner, name)
        if name in value:
            yield value
    elif isinstance(value, list):
        for item in value:
            yield from _holders(item, name)


RULE = Rule(
    id="TC191",
    name="members-as-spelled",
    severity=dict.fromkeys(DIALECTS, Severity.WARNING),
    statement=(
        "A member of the format is spelled as the format spells it: not snake_case for camelCase, "
        "or the other way round, and not in other capitals; thoughts and counts do not stand in another "
        "format's member, and neither calls of offered tools nor their arguments stand in one that the "
        "format does not have. Items of a vendor's own type (openrouter:image_generation) are spelled as that "
        "vendor likes."
    ),
    why="JSON members are compared byte for byte: what is spelled otherwise is not there.",
    breaks="agnt and freellmapi (thought_signature for thoughtSignature), openai-java "
    "(finishReason)",
    workaround="Read the other spelling where the right one is absent.",
    source=Source(
        "observed",
        "agnt-gg/agnt#35, tashfeenahmed/freellmapi#34, TheoKanning/openai-java#149; RFC 8259, "
        "section 8.3: names that differ in any code unit are unequal",
        "https://github.com/agnt-gg/agnt/issues/35",
        "2026-11-21",
    ),
    check=_misspelled,
    mutations=(
        *mutations_for("single_call", changed(_rename), fault="spelled otherwise"),
        *mutations_for("plain_text", changed(_thought), ("ollama-chat",), fault="thoughts"),
        *mutations_for("single_call", changed(_elsewhere), ("ollama-chat",), fault="elsewhere"),
    ),
)
