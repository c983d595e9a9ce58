"""TC211: gemini-id-echo."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.places import Place


def _gemini_ids(reading: Reading) -> Iterator[Violation]:
    seen: set[str] = set()
    for pointer, call in native_calls(reading):
        identity = call.get("id") if isinstance(call, dict) else None
        if identity is None or (isinstance(call, dict) and "willContinue" in call):
            continue
        if not isinstance(identity, str) or not identity:
            message = "The id is not a non-empty string."
            yield Violation(f"{pointer}/id", message, "non-empty string, or absent", identity)
        elif identity in seen:
            yield Violation(
                f"{pointer}/id", "Two calls share one id.", "an id of its own", identity
            )
        else:
            seen.add(identity)


def _shared(_dialect: str, where: Place) -> None:
    for call in edit.function_calls(where):
        call["id"] = "fc-1"


def _empty(_dialect: str, where: Place) -> None:
    edit.function_calls(where)[0]["id"] = ""


RULE = Rule(
    id="TC211",
    name="gemini-id-echo",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "When a functionCall has an id, it is a non-empty string that no other call of the "
        "response has, so that functionResponse.id can echo it."
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
    ),
    shim=Shim("match_results_by_position"),
    cases="""
Gemini 3+ | parallel calls in separate chunks with unique functionCall.id, part index 0 | https://github.com/NousResearch/hermes-agent/issues/101654 | PR closed 2026-09
""",
)
