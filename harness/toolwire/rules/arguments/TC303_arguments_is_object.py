"""TC303: arguments-is-object."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.arguments.arguments import ERROR, calls, doubled
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Shim, Violation
from toolwire.rules.views.dialect_paths import arguments_at
from toolwire.rules.views.tool_schemas import type_name


def _is_object(reading: Reading) -> Iterator[Violation]:
    for call in calls(reading):
        value = call.arguments
        if call.raw is None or call.parse_error is not None or isinstance(value, dict):
            continue
        if doubled(value) is None:
            yield Violation(
                arguments_at(reading, call),
                "The arguments are JSON but no object.",
                "object",
                type_name(value),
            )


RULE = Rule(
    id="TC303",
    name="arguments-is-object",
    severity=ERROR,
    statement="The parsed arguments are an object, not null, a number, an array or plain text.",
    why="Tools take named parameters; destructuring null or an array crashes the dispatch.",
    breaks=(
        "pydantic-ai and LangChain over Responses raise, LangChain loses the call of a "
        "stream, openai-agents does not run it; supermemory's dispatch and every client that "
        "spreads the arguments into a call."
    ),
    workaround="Treat null and [] as {} for tools without required parameters; refuse the "
    "call otherwise.",
    check=_is_object,
    needs_calls=True,
    mutations=(
        *mutations_for("no_arguments", arguments("null"), fault="the text null"),
        *mutations_for("no_arguments", arguments("[]"), fault="an empty array"),
    ),
    shim=Shim("default_arguments", (("value", "{}"), ("instead_of", ["null", "[]"]))),
    cases="""
OpenAI | arguments "" and "null" crash tool dispatch | https://github.com/supermemoryai/supermemory/issues/1612 | PR open 2026-08
Groq (llama-3.3-70b-versatile) | arguments "null" of a tool without parameters; Langfuse's playground refused the reply | https://github.com/langfuse/langfuse/issues/10452 | PR merged 2025-11
vLLM V1 (Qwen2.5) | named choice streams free text as arguments, no id | https://github.com/vllm-project/vllm/issues/13078 | issue closed (stale) 2025-02
""",
)
