"""TC318: nothing-added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from toolwire.dialects import PlannedCall
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, Tool, ToolCall
from toolwire.rules.arguments.probe_echo import again, pairs
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation


class _Kept(NamedTuple):
    """A call that came with everything that was written out, and what else it has."""

    call: ToolCall
    wanted: tuple[str, ...]
    added: frozenset[str]


def _whole(reading: Reading) -> Iterator[_Kept]:
    conversation = reading.conversation
    together = list(pairs(reading))
    for wanted, call in together:
        tool = None if conversation is None else conversation.tool(call.name)
        came = object_of(call.arguments)
        # With a member lost or renamed, another rule has it.
        if (
            tool is not None
            and not _is_closed(tool)
            and call.parse_error is None
            and came.keys() >= wanted.arguments.keys()
        ):
            declared = object_of(object_of(tool.parameters).get("properties"))
            added = came.keys() - wanted.arguments.keys() - declared.keys()
            # With what another call was to have, TC315 has it.
            added -= {name for other, _ in together for name in other.arguments}
            yield _Kept(call, tuple(wanted.arguments), frozenset(added))


def _is_closed(tool: Tool) -> bool:
    """Return whether another rule judges members that a tool does not declare: TC313, TC311."""
    schema = object_of(tool.parameters)
    return tool.strict is True or schema.get("additionalProperties") is False


def _nothing_added(reading: Reading) -> Iterator[Violation]:
    found = list(_whole(reading))
    # What a server adds, it adds to every call; what one call alone has, the model made up.
    if found and (everywhere := frozenset.intersection(*(one.added for one in found))):
        message = "Each call has a member that is neither declared nor written out in the prompt."
        wanted: list[Json] = [*found[0].wanted[:20]]
        added: list[Json] = [*sorted(everywhere)[:5]]
        yield Violation(found[0].call.pointer, message, wanted, added)


def _due(reading: Reading) -> bool:
    """Return whether a call came with everything that was written out."""
    return next(_whole(reading), None) is not None


def _explained(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(call.name, {**call.arguments, "_reason": "asked"}) for call in calls]


RULE = Rule(
    id="TC318",
    name="nothing-added",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A call that the prompt writes out has no member besides, unless its tool declares it. "
        "A model may make one up; a run in which every such call has one is the server's doing. "
        "Tools marked strict are TC313's, those that forbid other members TC311's, declared parameters "
        "TC316's."
    ),
    why="Tools that forbid other members refuse each call; others get what nobody said.",
    breaks="pydantic models with extra=forbid, zod strict objects, functions called with keywords",
    workaround="Drop what the schema does not declare.",
    source=Source(
        "docs",
        "OpenAI: the arguments are those that the model generates by the function's parameters",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_nothing_added,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with a call that the prompt writes out", _due),
    mutations=mutations_for("spelt_apart", again(_explained)),
)
