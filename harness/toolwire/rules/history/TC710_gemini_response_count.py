"""TC710: gemini-response-count."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.history.history import unasked
from toolwire.rules.mutate.edit import at, put
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_runs import Run, runs
from toolwire.rules.views.request_steps import steps


def _response_count(reading: Reading) -> Iterator[Violation]:
    found = runs(reading)
    for run in found.runs:
        if len(run.results) != len(run.calls):
            message = "The turn after the calls has another number of results."
            # Google answers where words stand in the place of all results, and refuses where some are left.
            milder = Severity.INFO if not run.results and _worded(reading, run) else None
            yield Violation(_where(run), message, len(run.calls), len(run.results), milder)
    yield from map(unasked, found.strays)


def _worded(reading: Reading, run: Run) -> bool:
    """Return whether the turn after the calls is the user's and has parts, none of them a result."""
    history = steps(reading)
    last = run.calls[-1].pointer
    after = next(
        (n for n, step in enumerate(history, 1) if any(c.pointer == last for c in step.calls)), None
    )
    if after is None or after >= len(history):
        return False
    return history[after].role == "user" and history[after].other > 0


def _where(run: Run) -> str:
    parts = run.results or run.calls
    return parts[-1].pointer


def _one_more_response(value: JsonObject) -> None:
    parts = items_of(at(value, ("contents", 2, "parts")))
    parts.append({"functionResponse": {"name": "get_weather", "response": {"output": "18 C"}}})


def _no_response(value: JsonObject) -> None:
    put(value, ("contents", 2, "parts", 0), {"text": "18 C"})


def _one_call_more(value: JsonObject) -> None:
    parts = items_of(at(value, ("contents", 1, "parts")))
    parts.append({"functionCall": {"name": "get_weather", "args": {"location": "Tokyo"}}})


RULE = Rule(
    id="TC710",
    name="gemini-response-count",
    severity={"gemini-generate": Severity.ERROR},
    statement=(
        "The turn after functionCalls has exactly as many functionResponse parts as there were "
        "calls; contents of one side in a row are one turn. Where words of the user stand in the "
        "place of all of them, Google answered (five of five, Gemini 1.5 Flash and 2.5 Flash, "
        "2025-05 to 2025-08), which is information."
    ),
    why="The API refuses the request, and every later one with the same history.",
    breaks="The API answers 400: the number of function response parts has to be equal",
    workaround="Answer every call, a cancelled one with an error, before anything else.",
    source=Source(
        "api-error",
        "Gemini API, INVALID_ARGUMENT, dozens of threads; what was seen: all 340 turns with "
        "calls that Google answered with 200 have the right number, 2 of them over several "
        "contents; llm.rb's recordings have none at all",
        "https://github.com/google-gemini/gemini-cli/issues/4217",
        "2026-11-21",
    ),
    check=_response_count,
    needs_history=True,
    mutations=(
        *asks("round_trip", {"gemini-generate": _one_more_response}, "one too many"),
        *asks("round_trip", {"gemini-generate": _no_response}, "none"),
        *asks("round_trip", {"gemini-generate": _one_call_more}, "one too few"),
    ),
    subject=Subject.REQUEST,
    cases="""
Gemini | number of functionResponse parts differs from functionCall parts | https://github.com/google-gemini/gemini-cli/issues/4217 | issue closed 2025-07; dozens of duplicates (#16984, #16415, #21830)
""",
)
