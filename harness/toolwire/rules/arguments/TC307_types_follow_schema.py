"""TC307: types-follow-schema."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import JsonError, parse
from toolwire.rules.arguments.arguments_schema import free
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Variance, Violation
from toolwire.rules.views.chance import has_typed_value
from toolwire.rules.views.dialect_paths import arguments_at
from toolwire.rules.views.tool_schemas import Breach, type_name


def _types(reading: Reading) -> Iterator[Violation]:
    for call, breach in free(reading, "type"):
        message = "The value does not have the type the tool's schema declares."
        if _quoted(breach):
            message = "The value is a string that spells a value of the declared type."
        at = arguments_at(reading, call) + breach.path
        yield Violation(at, message, breach.expected, type_name(breach.value))


def _quoted(breach: Breach) -> bool:
    if not isinstance(breach.value, str) or not isinstance(breach.expected, list):
        return False
    try:
        name = type_name(parse(breach.value.strip().lower()))
    except (JsonError, UnicodeError):
        return False
    return name in breach.expected or (name == "integer" and "number" in breach.expected)


RULE = Rule(
    id="TC307",
    name="types-follow-schema",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement="Values have the JSON type the tool's schema declares: no string for a "
    "number or a boolean. Only `type` is judged here.",
    why="Validators refuse the call. A parser that makes every value a string does this "
    "to every call; a model does it now and then.",
    breaks="zod, ajv and pydantic validated tools.",
    workaround="Coerce strings by the schema, never by how they look.",
    check=_types,
    needs_calls=True,
    needs_request=True,
    variance=Variance("replies with an argument that is declared as no string", has_typed_value),
    mutations=mutations_for("single_call", arguments({"location": "Paris", "days": "2"})),
    shim=Shim("coerce_by_schema"),
    cases="""
SGLang (GLM) | "123_456" becomes "123456" although schema says string | https://github.com/sgl-project/sglang/issues/30644 | issue closed (inactive) 2026-07
ds4 (GLM 5.2) | all values stringified | https://github.com/antirez/ds4/issues/569 | issue open 2026-07 (#582)
vLLM (gemma4) | bare values returned as strings | https://github.com/vllm-project/vllm/issues/47906 | issue open 2026-07
vLLM (mistral) | integer argument fails in streaming | https://github.com/vllm-project/vllm/issues/13622 | issue open (stale) 2025-02
Qwen3.5 parsers | True/False capitalised: one parser drops the call, another coerces | https://github.com/tetherto/qvac/issues/2372 | PR merged 2026-06
""",
)
