"""TC313: strict-validates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import ToolCall
from toolwire.rules.arguments.arguments_schema import schema_breaches
from toolwire.rules.choice.probe_choice import CHOOSING
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.chance import is_forced
from toolwire.rules.views.dialect_paths import arguments_at
from toolwire.rules.views.excerpt import excerpt

_LOST: Final = Severity.WARNING


def _strict(reading: Reading) -> Iterator[Violation]:
    lost: list[ToolCall] = []
    for call, tool, breach in schema_breaches(reading):
        if tool.strict is not True or call in lost:
            continue
        at, milder = arguments_at(reading, call) + breach.path, None
        message = f"The arguments of a strict tool do not meet {breach.keyword!r} of its schema."
        if breach.keyword == "required" and not breach.path and breach.value == {}:
            # Nothing was decoded with or without constraints: the arguments were lost, as others' may be.
            lost.append(call)
            if is_forced(reading) and reading.dialect in CHOOSING:
                continue  # TC661's
            message, milder = (
                "There are no arguments at all though a strict tool requires some.",
                _LOST,
            )
        yield Violation(at, message, excerpt(breach.expected), excerpt(breach.value), milder)


_STRICT = ("anthropic-messages", "bedrock-converse", "openai-chat", "openai-responses")

_STRICT_URL = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use"

RULE = Rule(
    id="TC313",
    name="strict-validates",
    severity=dict.fromkeys(_STRICT, Severity.ERROR),
    statement="With `strict: true` the arguments meet the whole schema: types, required "
    "and undeclared properties, enum, const, unions, bounds, patterns, lengths. None at all where some are "
    "required were lost, which is a warning; where the call was demanded it is TC661's.",
    why="Strict is a promise of the server, kept by constrained decoding; programs built "
    "on it do not validate again.",
    breaks=(
        "openai-python's parse helper, LangChain's structured output, instructor and "
        "pydantic-ai: a validation error each."
    ),
    workaround="Validate the arguments in spite of strict.",
    source=Source(
        "docs",
        "OpenAI function calling guide, strict mode; Anthropic strict tool use; botocore "
        "1.44.5 ToolSpecification.strict",
        _STRICT_URL,
        "2026-11-21",
    ),
    check=_strict,
    needs_calls=True,
    needs_request=True,
    mutations=(
        *mutations_for("strict_call", arguments({"location": "Paris", "unit": "kelvin"})),
        *mutations_for("strict_call", arguments({}), fault="no arguments"),
    ),
    shim=Shim("validate_arguments"),
    cases="""
vLLM 0.26 (gemma4) | named forced choice ignored; required and strict likewise | https://github.com/vllm-project/vllm/issues/50477 | issue open 2026-07/08 (worked on 0.21)
""",
)
