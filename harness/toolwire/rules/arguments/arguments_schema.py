"""Rules about arguments and the schema the request gave for them.

One breach belongs to one rule. Of a tool declared with `strict: true` every breach is TC313's:
that its arguments fit is a promise of the server. Of other tools the keyword that is not met
decides: `type` is TC307's (also a union none of whose branches allows the value's type),
`required` TC309's, `additionalProperties` TC311's; what else a model writes is model variance, and so
is one such breach: these three are counted over a run."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.model.conversation import JsonObject, Tool, ToolCall
from toolwire.model.reply import Reading
from toolwire.rules.views.dialect_paths import cut_short
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.tool_schemas import Breach, tool_schema


@memoize
def schema_breaches(reading: Reading) -> tuple[tuple[ToolCall, Tool, Breach], ...]:
    """Return every breach of every call whose tool declares a schema."""
    conversation, reply = reading.conversation, reading.reply
    if conversation is None or not reply.tool_calls or cut_short(reading):
        return ()
    found: list[tuple[ToolCall, Tool, Breach]] = []
    for call in reply.tool_calls:
        tool = conversation.tool(call.name)
        values = argument_values(reading, call)
        if tool is not None and tool.parameters and values is not None:
            breaches = tool_schema(tool.parameters).breaches(values)
            found += [(call, tool, breach) for breach in breaches]
    return tuple(found)


def argument_values(reading: Reading, call: ToolCall) -> JsonObject | None:
    """Return the arguments to be judged; Gemini's absent `args` are none at all, `{}`."""
    if isinstance(call.arguments, dict):
        return call.arguments
    paths = load_dialect(reading.dialect).wire.calls
    optional = paths is not None and paths.optional
    return (
        {}
        if optional and call.arguments is None and call.raw is None and not partial(reading, call)
        else None
    )


def partial(reading: Reading, call: ToolCall) -> bool:
    """Return whether something of a call could not be read."""
    return any(unread.pointer.startswith(call.pointer) for unread in reading.reply.unread)


def free(reading: Reading, keyword: str) -> Iterator[tuple[ToolCall, Breach]]:
    """Yield the breaches of one keyword by calls of tools that are not strict."""
    for call, tool, breach in schema_breaches(reading):
        if breach.keyword == keyword and tool.strict is not True:
            yield call, breach
