"""TC318: nothing-added."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import PlannedCall
from toolwire.model.conversation import Json
from toolwire.rules.arguments.added_members import Kept, kept
from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation


def _declaring(reading: Reading) -> Iterator[Kept]:
    """Yield calls of tools with parameters: those of tools that take nothing are TC385's."""
    return (one for one in kept(reading) if not one.bare)


def _nothing_added(reading: Reading) -> Iterator[Violation]:
    found = list(_declaring(reading))
    # What a server adds, it adds to every call; what one call alone has, the model made up.
    if found and (everywhere := frozenset.intersection(*(one.added for one in found))):
        message = "Each call has a member that is neither declared nor written out in the prompt."
        wanted: list[Json] = [*found[0].wanted[:20]]
        added: list[Json] = [*sorted(everywhere)[:5]]
        yield Violation(found[0].call.pointer, message, wanted, added)


def _due(reading: Reading) -> bool:
    """Return whether a call came with everything that was written out."""
    return next(_declaring(reading), None) is not None


def _explained(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [
        PlannedCall(call.name, {**call.arguments, "_reason": "asked"}) if call.arguments else call
        for call in calls
    ]


RULE = Rule(
    id="TC318",
    name="nothing-added",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A call that the prompt writes out has no member besides, unless its tool declares it. A "
        "model may make one up; a run in which every such call has one is the server's doing. Tools "
        "marked strict are TC313's, those that forbid other members TC311's, declared parameters "
        "TC316's, tools that declare none TC385's."
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
