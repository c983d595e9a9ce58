"""TC754: later-calls-keep-arguments."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.arguments.arguments_schema import free
from toolwire.rules.choice.probe_choice import CHOOSING
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Variance, Violation
from toolwire.rules.views.chance import behind_results, has_required, is_forced
from toolwire.rules.views.dialect_paths import arguments_at


def _due(reading: Reading) -> bool:
    """Return whether a call that requires an argument came behind results."""
    return behind_results(reading) and has_required(reading)


def _kept(reading: Reading) -> Iterator[Violation]:
    if not behind_results(reading) or (is_forced(reading) and reading.dialect in CHOOSING):
        return  # TC309's, and TC661's
    for call, breach in free(reading, "required"):
        if not breach.path and breach.value == {}:
            message = "A call behind results has no arguments although its tool requires some."
            yield Violation(arguments_at(reading, call), message, list(breach.names), [])


RULE = Rule(
    id="TC754",
    name="later-calls-keep-arguments",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "A call behind the results of others has the arguments that its tool requires. A model may "
        "leave all of them out once; that every such call of a run comes with {} is the server's "
        "doing. First calls without arguments are TC309's, calls that were demanded TC661's."
    ),
    why="The second step of each task fails, and the agent repeats it with the same history for ever.",
    breaks="agents of more than one step, whose tools refuse such calls",
    workaround="Answer the call with an error result that names what is missing.",
    check=_kept,
    needs_calls=True,
    needs_request=True,
    variance=Variance("replies with a call behind results that requires an argument", _due),
    mutations=mutations_for("second_call", arguments({})),
    cases="""
CLIProxyAPI (Gemini) | arguments "{}" intermittently despite required params | https://github.com/router-for-me/CLIProxyAPI/issues/3256 | issue closed 2026-05
""",
)
