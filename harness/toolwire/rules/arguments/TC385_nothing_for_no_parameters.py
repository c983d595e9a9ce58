"""TC385: nothing-for-no-parameters."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import PlannedCall
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.rules.arguments.added_members import Kept, kept
from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation


def _bare(reading: Reading) -> Iterator[Kept]:
    """Yield the calls that were written out with nothing, of tools that take nothing."""
    return (one for one in kept(reading) if one.bare and not one.wanted)


def _nothing_given(reading: Reading) -> Iterator[Violation]:
    for one in _bare(reading):
        if one.added:
            message = "The call of a tool that declares no parameters has a member."
            added: list[Json] = [*sorted(one.added)[:5]]
            yield Violation(one.call.pointer, message, "no member", added)


def _due(reading: Reading) -> bool:
    return next(_bare(reading), None) is not None


def _reasoned(calls: list[PlannedCall]) -> list[PlannedCall]:
    """Give the calls without arguments one."""
    return [
        call if object_of(call.arguments) else PlannedCall(call.name, {"reason": "asked"})
        for call in calls
    ]


RULE = Rule(
    id="TC385",
    name="nothing-for-no-parameters",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A call that the prompt writes out without arguments, of a tool that declares no "
        "parameters, has none. A model may make one up; a run in which every such call has one is "
        "the server's doing: a gateway put a parameter into the empty schema and left it in the "
        "call. Tools that forbid other members are TC311's and TC313's, those with parameters "
        "TC318's."
    ),
    why="A function that takes nothing is called with something: it raises, or the call is refused as invalid.",
    breaks="functions called with keywords; pydantic models with extra=forbid, zod strict objects",
    workaround="Drop what the schema does not declare.",
    source=Source(
        "docs",
        "OpenAI: the arguments are those that the model generates by the function's parameters",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-28",
    ),
    check=_nothing_given,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with a written call of a tool that takes nothing", _due),
    mutations=mutations_for("spelt_out", again(_reasoned)),
    cases="""
Antigravity-Manager | `reason` is put into empty schemas, and stays in the calls | https://github.com/lbjlaq/Antigravity-Manager/issues/1312 | issue 2026-01
""",
)
