"""TC745: gemini-response-id."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import at, put, remove
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_runs import runs


def _gemini_id(reading: Reading) -> Iterator[Violation]:
    for run in runs(reading).runs:
        known = {call.id for call in run.calls} - {None}
        if not known or len(run.calls) != len(run.results):
            continue
        names = {call.name for call in run.calls}
        for result in run.results:
            if result.id not in known:
                message = "The functionResponse does not repeat the id of its functionCall."
                actual = "absent" if result.id is None else result.id[:200]
                # Where the names tell the calls apart nothing is lost: Google answers such requests.
                milder = (
                    Severity.INFO if result.id is None and len(names) == len(run.calls) else None
                )
                yield Violation(f"{result.pointer}/id", message, "the id of a call", actual, milder)


def _response_without_id(value: JsonObject) -> None:
    remove(value, ("contents", 2, "parts", 0, "functionResponse", "id"))


def _response_of_other(value: JsonObject) -> None:
    path: tuple[str | int, ...] = ("contents", 2, "parts", 0, "functionResponse", "id")
    other: Json = str(at(value, path)) + "x"
    put(value, path, other)


RULE = Rule(
    id="TC745",
    name="gemini-response-id",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "When functionCalls have ids, every functionResponse repeats the id of its call. That it "
        "has none is information where the names tell the calls of its turn apart."
    ),
    why=(
        "Parallel calls of one function are told apart by nothing else; the type says that "
        "the id has to come back."
    ),
    workaround="Keep the id beside the name when the response is stored.",
    source=Source(
        "spec",
        "google-genai 3.4.0 types: FunctionResponse.id; the request half of TC211. What was "
        "seen: six results without the id of their only call were answered (gemini-3.5-flash, 2026-09; PyPI, "
        "newrelic 14.1.0); how the API takes the id of another is not known",
        "https://ai.google.dev/gemini-api/docs/function-calling",
        "2026-11-29",
    ),
    check=_gemini_id,
    needs_history=True,
    mutations=(
        *asks("round_trip", {"gemini-generate": _response_without_id}, "left out"),
        *asks("round_trip", {"gemini-generate": _response_of_other}, "another"),
    ),
    subject=Subject.REQUEST,
    compares_ids=True,
)
