"""TC726: gemini-no-ref-in-response."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.history.history import RESPONSE
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import bare_model, is_gemini_3
from toolwire.rules.views.request_steps import steps

_OPEN_VALUES: Final = 20_000


def _no_references(reading: Reading) -> Iterator[Violation]:
    for step in steps(reading):
        for result in step.results:
            # A `$ref` may name media that the same response carries; nothing else.
            media = [object_of(part) for part in items_of(result.value.get("parts"))]
            known = {_display_name(part) for part in media}
            strange = (r for r in _references(result.value.get("response")) if r not in known)
            reference = next(strange, None)
            if reference is not None:
                # Not where in it: keys of a tool's result are somebody's data.
                pointer = f"{result.pointer}/response"
                message = "The response has a $ref that names none of its parts."
                expected = "the displayName of a part"
                yield Violation(pointer, message, expected, reference[:200], _of_model(reading))


def _display_name(part: JsonObject) -> Json:
    for member in ("inlineData", "inline_data", "fileData", "file_data"):
        held = object_of(part.get(member))
        name = held.get("displayName", held.get("display_name"))
        if isinstance(name, str):
            return name
    return None


def _references(value: Json) -> Iterator[str]:
    """Yield the `$ref` strings below a value, up to a bound."""
    left = _OPEN_VALUES
    open_: list[Json] = [value]
    while open_ and left > 0:
        left -= 1
        here = open_.pop()
        members: list[Json] = []
        if isinstance(here, dict):
            reference = here.get("$ref")
            if isinstance(reference, str):
                yield reference
            members = list(here.values())
        elif isinstance(here, list):
            members = here
        open_ += [inner for inner in members if isinstance(inner, dict | list)]


def _of_model(reading: Reading) -> Severity | None:
    """Return that older models were not seen to refuse it; None for Gemini 3 and later."""
    return None if is_gemini_3(bare_model(reading)) else Severity.WARNING


def _schema_result(value: JsonObject) -> None:
    object_of(at(value, RESPONSE))["schema"] = {"$ref": "#/$defs/City"}


RULE = Rule(
    id="TC726",
    name="gemini-no-ref-in-response",
    severity={"gemini-generate": Severity.ERROR},
    statement=(
        "A functionResponse.response has no `$ref` but the displayName of a part of the same "
        "response. On models before Gemini 3 and unknown ones it is a warning."
    ),
    why=(
        "Gemini 3 takes `$ref` for a reference to media: a tool that returns a JSON Schema "
        "or an OpenAPI document ends the conversation."
    ),
    breaks=(
        "The API answers 400: the referenced name in function_response.response does not "
        "match to a display_name in the function_response.parts; hermes-agent, litellm, "
        "vercel/ai met it"
    ),
    workaround="Send such a result as text under `output`.",
    source=Source(
        "api-error",
        "Gemini API, reproduced live in vercel/ai#14369 and hermes-agent#93014 with Gemini "
        "3.x; `$defs` without a reference was not refused, so it is not judged",
        "https://github.com/vercel/ai/issues/14369",
        "2026-11-21",
    ),
    check=_no_references,
    needs_history=True,
    mutations=asks("round_trip", {"gemini-generate": _schema_result}),
    subject=Subject.REQUEST,
    cases="""
Gemini | $ref/$defs inside functionResponse.response rejected | https://github.com/vercel/ai/issues/14369 | issue open 2026-04 (reproduced live)
""",
)
