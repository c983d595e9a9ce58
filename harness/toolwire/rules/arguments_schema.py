"""Rules about arguments and the schema the request gave for them.

One breach belongs to one rule. Of a tool declared with `strict: true` every breach is TC313's:
that its arguments fit is a promise of the server. Of other tools the keyword that is not met
decides: `type` is TC307's (also a union none of whose branches allows the value's type),
`required` TC309's, `additionalProperties` TC311's; what else a model writes is model variance, and so
is one such breach: these three are counted over a run.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json, JsonObject, Tool, ToolCall
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.chance import has_closed_tool, has_required, has_typed_value
from toolwire.rules.excerpt import excerpt
from toolwire.rules.faults import arguments, planted
from toolwire.rules.once import once
from toolwire.rules.rule import Flaw, Rule, Source, Variance
from toolwire.rules.tool_schemas import Breach, tool_schema, type_name
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V1,
    EVERYWHERE,
    GEMINI,
    RESPONSES,
    arguments_at,
    cut_short,
)

__all__ = ["RULES"]

_READ = "2026-11-21"
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_MAY_INVENT = Source(
    "spec",
    "openai 3.52.0 types: the model may make up parameters the schema does not define",
    "https://developers.openai.com/api/docs/guides/function-calling",
    _READ,
)


@once
def _breaches(reading: Reading) -> tuple[tuple[ToolCall, Tool, Breach], ...]:
    """Return every breach of every call whose tool declares a schema."""
    asked, reply = reading.asked, reading.reply
    if asked is None or not reply.tool_calls or cut_short(reading):
        return ()
    found: list[tuple[ToolCall, Tool, Breach]] = []
    for call in reply.tool_calls:
        tool = asked.tool(call.name)
        values = _values(reading, call)
        if tool is not None and tool.parameters and values is not None:
            breaches = tool_schema(tool.parameters).breaches(values)
            found += [(call, tool, breach) for breach in breaches]
    return tuple(found)


def _values(reading: Reading, call: ToolCall) -> JsonObject | None:
    """Return the arguments to be judged; Gemini's absent `args` are none at all, `{}`."""
    if isinstance(call.arguments, dict):
        return call.arguments
    absent = call.arguments is None and call.raw is None and reading.dialect == GEMINI
    return {} if absent and not _partial(reading, call) else None


def _partial(reading: Reading, call: ToolCall) -> bool:
    return any(unread.pointer.startswith(call.pointer) for unread in reading.reply.unread)


def _free(reading: Reading, keyword: str) -> Iterator[tuple[ToolCall, Breach]]:
    """Yield the breaches of one keyword by calls of tools that are not strict."""
    for call, tool, breach in _breaches(reading):
        if breach.keyword == keyword and tool.strict is not True:
            yield call, breach


def _types(reading: Reading) -> Iterator[Flaw]:
    for call, breach in _free(reading, "type"):
        message = "The value does not have the type the tool's schema declares."
        if _quoted(breach):
            message = "The value is a string that spells a value of the declared type."
        at = arguments_at(reading, call) + breach.path
        yield Flaw(at, message, breach.expected, type_name(breach.value))


def _quoted(breach: Breach) -> bool:
    if not isinstance(breach.value, str) or not isinstance(breach.expected, list):
        return False
    try:
        name = type_name(parse(breach.value.strip().lower()))
    except (JsonError, UnicodeError):
        return False
    return name in breach.expected or (name == "integer" and "number" in breach.expected)


def _required(reading: Reading) -> Iterator[Flaw]:
    for call, breach in _free(reading, "required"):
        message = "A required argument is missing."
        if not breach.path and breach.value == {}:
            message = "There are no arguments at all although the tool requires some."
        at = arguments_at(reading, call) + breach.path
        yield Flaw(at, message, list(breach.names), _keys(breach.value))


def _keys(value: Json) -> Json:
    return excerpt(list(value)) if isinstance(value, dict) else None


def _undeclared(reading: Reading) -> Iterator[Flaw]:
    for call, breach in _free(reading, "additionalProperties"):
        yield Flaw(
            arguments_at(reading, call) + breach.path,
            "There are arguments that the tool's schema rules out.",
            "declared properties only",
            excerpt(list(breach.names)),
        )


def _strict(reading: Reading) -> Iterator[Flaw]:
    for call, tool, breach in _breaches(reading):
        if tool.strict is True:
            yield Flaw(
                arguments_at(reading, call) + breach.path,
                f"The arguments of a strict tool do not meet {breach.keyword!r} of its schema.",
                excerpt(breach.expected),
                excerpt(breach.value),
            )


# The parameter definitions of Cohere's v1 cannot say that there are no others.
_CLOSABLE = tuple(name for name in EVERYWHERE if name != COHERE_V1)
_STRICT = (ANTHROPIC, BEDROCK, CHAT, RESPONSES)
_STRICT_URL = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use"

RULES: tuple[Rule, ...] = (
    Rule(
        id="TC307",
        name="types-follow-schema",
        severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
        statement="Values have the JSON type the tool's schema declares: no string for a "
        "number or a boolean. Only `type` is judged here.",
        why="Validators refuse the call. A parser that makes every value a string does this "
        "to every call; a model does it now and then.",
        breaks="zod, ajv and pydantic validated tools.",
        workaround="Coerce strings by the schema, never by how they look.",
        source=_OBSERVED,
        check=_types,
        needs_calls=True,
        needs_request=True,
        variance=Variance(
            "replies with an argument that is declared as no string", has_typed_value
        ),
        mutations=planted("single_call", arguments({"location": "Paris", "days": "2"}), EVERYWHERE),
    ),
    Rule(
        id="TC309",
        name="required-present",
        severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
        statement="The arguments contain every required property; {} is not sent in their place.",
        why="The tool refuses the call and the agent tries again, for ever when it is the "
        "server that loses the arguments.",
        breaks="Agent loops over CLIProxyAPI, LocalAI and vllm-ascend.",
        workaround="Answer the call with an error result that names what is missing.",
        source=_OBSERVED,
        check=_required,
        needs_calls=True,
        needs_request=True,
        variance=Variance("replies with a call that requires an argument", has_required),
        mutations=(
            *planted("single_call", arguments({"days": 2}), EVERYWHERE, fault="one is missing"),
            *planted("single_call", arguments({}), EVERYWHERE, fault="all are missing"),
        ),
    ),
    Rule(
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
        mutations=planted(
            "single_call", arguments({"location": "Paris", "days": 2, "mood": "sunny"}), _CLOSABLE
        ),
    ),
    Rule(
        id="TC313",
        name="strict-validates",
        severity=dict.fromkeys(_STRICT, Severity.ERROR),
        statement="With `strict: true` the arguments meet the whole schema: types, required "
        "and undeclared properties, enum, const, unions, bounds, patterns, lengths.",
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
            _READ,
        ),
        check=_strict,
        needs_calls=True,
        needs_request=True,
        mutations=planted(
            "strict_call", arguments({"location": "Paris", "unit": "kelvin"}), _STRICT
        ),
    ),
)
