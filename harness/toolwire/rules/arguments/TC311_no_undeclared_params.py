"""TC311: no-undeclared-params."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.arguments.arguments_schema import free
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Variance, Violation
from toolwire.rules.views.chance import has_closed_tool
from toolwire.rules.views.dialect_paths import arguments_at
from toolwire.rules.views.excerpt import excerpt

_MAY_INVENT = Source(
    "spec",
    "openai 3.52.0 types: the model may make up parameters the schema does not define",
    "https://developers.openai.com/api/docs/guides/function-calling",
    "2026-11-21",
)


def _undeclared(reading: Reading) -> Iterator[Violation]:
    for call, breach in free(reading, "additionalProperties"):
        yield Violation(
            arguments_at(reading, call) + breach.path,
            "There are arguments that the tool's schema rules out.",
            "declared properties only",
            excerpt(list(breach.names)),
        )


# The parameter definitions of Cohere's v1 cannot say that there are no others.
_CLOSABLE = tuple(name for name in EVERYWHERE if name != "cohere-v1")

RULE = Rule(
    id="TC311",
    name="no-undeclared-params",
    severity=dict.fromkeys(_CLOSABLE, Severity.INFO),
    statement="There are no properties outside of the schema where it says "
    "`additionalProperties: false`.",
    why="Strictly validated tools refuse the call.",
    breaks="pydantic models with extra=forbid, zod strict objects.",
    workaround="Drop what the schema does not declare, if the tool can bear it.",
    source=_MAY_INVENT,
    check=_undeclared,
    needs_calls=True,
    needs_request=True,
    variance=Variance(
        "replies with a call of a tool that allows no other arguments", has_closed_tool
    ),
    mutations=mutations_for(
        "single_call", arguments({"location": "Paris", "days": 2, "mood": "sunny"})
    ),
    shim=Shim("validate_arguments"),
    cases="""
llama.cpp / DeepSeek / GLM | omitted parameters accepted; bare {"type":"object"} made model invent params 6/24 | https://github.com/QwenLM/qwen-code/issues/11431 | PR merged 2026-09
""",
)
