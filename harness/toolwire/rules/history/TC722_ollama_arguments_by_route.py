"""TC722: ollama-arguments-by-route."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import ABSENT
from toolwire.rules.history.history import TEXT, with_value
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.request_steps import steps


def _arguments_form(reading: Reading) -> Iterator[Violation]:
    paths = call_paths(reading.dialect)
    expected = str if paths.textual else dict
    inside = paths.arguments.rpartition("/")[0]
    for step in steps(reading):
        for call in step.calls:
            held = object_of(call.value.get(inside[1:])) if inside else call.value
            value = held.get("arguments", ABSENT)
            if value is not ABSENT and not isinstance(value, expected):
                message = "The arguments have the form of another route."
                pointer = f"{call.pointer}{inside}/arguments"
                yield Violation(pointer, message, kind_of(expected()), kind_of(value))


_VALUE: Final[JsonObject] = {"location": "Paris", "days": 2}

_ARGUMENTS: Final[tuple[str | int, ...]] = (
    "messages",
    1,
    "tool_calls",
    0,
    "function",
    "arguments",
)

RULE = Rule(
    id="TC722",
    name="ollama-arguments-by-route",
    severity={
        **dict.fromkeys(("openai-chat", "ollama-chat", "openai-responses"), Severity.ERROR),
        "cohere-v2": Severity.WARNING,
    },
    statement=(
        "The arguments of a replayed call have the form of the route: an object on Ollama's "
        "native one, JSON text in OpenAI's formats and in Cohere's v2."
    ),
    why="A history that moves between the routes is refused from the second turn on.",
    breaks=(
        "The API answers 400: cannot unmarshal string (Ollama native); Invalid type for "
        "'messages[2].tool_calls[0].function.arguments': expected a string (OpenAI)"
    ),
    workaround="Parse or serialise the arguments when a history changes its route.",
    source=Source(
        "api-error",
        "Ollama, verified live in promptfoo#10980; OpenAI, goose-mobile#20. What was seen: "
        "all 996 replayed calls of these formats answered with 200 have their route's own "
        "form",
        "https://github.com/promptfoo/promptfoo/issues/10980",
        "2026-11-21",
    ),
    check=_arguments_form,
    needs_history=True,
    mutations=asks(
        "round_trip",
        {
            "openai-chat": with_value(_ARGUMENTS, _VALUE),
            "cohere-v2": with_value(_ARGUMENTS, _VALUE),
            "ollama-chat": with_value(_ARGUMENTS, TEXT),
            "openai-responses": with_value(("input", 1, "arguments"), _VALUE),
        },
    ),
    subject=Subject.REQUEST,
    cases="""
Ollama native | string arguments in history -> 400; object -> 200 (verified) | https://github.com/promptfoo/promptfoo/issues/10980 | PR merged 2026-09
Ollama native | same | https://github.com/openclaw/openclaw/issues/52253 | landed 2026-04 (#50689)
Ollama native | same | https://github.com/Xoshbin/asyar/issues/513 | PR merged 2026-07
Ollama Cloud /v1 | reverse: objects sent to /v1 -> 400 | https://github.com/openclaw/openclaw/issues/97834 | PR closed 2026-06 (#96441)
""",
)
