"""TC211: gemini-id-echo."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.places import Place
from toolwire.rules.views.told_again import calls_again


def _gemini_ids(reading: Reading) -> Iterator[Violation]:
    seen: set[str] = set()
    again = dict(calls_again(reading))
    for pointer, call in native_calls(reading):
        identity = call.get("id") if isinstance(call, dict) else None
        if identity is None or (isinstance(call, dict) and "willContinue" in call):
            continue
        # What comes in a stream behind the call itself is TC929's.
        if pointer in again and reading.mode is Mode.STREAMING:
            continue
        if not isinstance(identity, str) or not identity:
            message = "The id is not a non-empty string."
            yield Violation(f"{pointer}/id", message, "non-empty string, or absent", identity)
        elif identity in seen:
            message = again.get(pointer, "Two calls share one id.")
            yield Violation(f"{pointer}/id", message, "an id of its own", identity)
        else:
            seen.add(identity)
    yield from _all_or_none(reading)


def _all_or_none(reading: Reading) -> Iterator[Violation]:
    """Yield the first call without an id, where others of the reply have one."""
    calls = [(pointer, call) for pointer, call in native_calls(reading) if isinstance(call, dict)]
    if any("willContinue" in call for _, call in calls):
        return  # a call that comes in pieces says its id in the first
    bare = [pointer for pointer, call in calls if call.get("id") is None]
    if bare and len(bare) < len(calls):
        message = "Some calls of the reply have an id, and this one has none."
        yield Violation(f"{bare[0]}/id", message, "an id", None)


def _shared(_dialect: str, where: Place) -> None:
    for call in edit.function_calls(where):
        call["id"] = "fc-1"


def _first_alone(_dialect: str, where: Place) -> None:
    for call in edit.function_calls(where)[1:]:
        call.pop("id", None)


def _empty(_dialect: str, where: Place) -> None:
    edit.function_calls(where)[0]["id"] = ""


RULE = Rule(
    id="TC211",
    name="gemini-id-echo",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "When a functionCall has an id, it is a non-empty string that no other call of the response "
        "has, so that functionResponse.id can echo it; and when one call of a response has an id, "
        "each has."
    ),
    why="Parallel calls of one function cannot be told apart otherwise.",
    breaks="hermes-agent and other clients that key on the id",
    workaround="Match results to calls by position.",
    source=Source(
        "spec",
        "google-genai 3.4.0 types: FunctionCall.id, FunctionResponse.id",
        "https://ai.google.dev/gemini-api/docs/function-calling",
        "2026-11-21",
    ),
    check=_gemini_ids,
    compares_ids=True,
    mutations=(
        *mutations_for("parallel_calls", changed(_shared), fault="shared id"),
        *mutations_for("single_call", changed(_empty), fault="empty id"),
        *mutations_for("parallel_calls", changed(_first_alone), fault="one id"),
    ),
    shim=Shim("match_results_by_position"),
    cases="""
Gemini 3+ | parallel calls in separate chunks with unique functionCall.id, part index 0 | https://github.com/NousResearch/hermes-agent/issues/101654 | PR closed 2026-09
""",
)
