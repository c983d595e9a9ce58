"""TC166: calls-are-of-their-kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.request_edit import ask
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.request_definitions import definitions

#: How a tool says that it is called with a text, and how its calls are read; and with arguments.
_TEXT: Final = "custom"
_ARGUMENTS: Final = "function"
#: Whose requests offer both.
_OFFERING: Final = ("openai-chat", "openai-responses")
_KINDS: Final = frozenset({_TEXT, _ARGUMENTS})


def _offered(reading: Reading) -> dict[str, str]:
    """Return the kind of each offered tool by its name, of those that are of one kind alone."""
    kinds: dict[str, set[str]] = {}
    for one in definitions(reading):
        kind = object_of(one.entry).get("type")
        if isinstance(one.name, str) and isinstance(kind, str):
            kinds.setdefault(one.name, set()).add(kind)
    return {name: min(found) for name, found in kinds.items() if len(found) == 1 and found < _KINDS}


def _of_their_kind(reading: Reading) -> Iterator[Violation]:
    offered = _offered(reading)
    for call in reading.reply.tool_calls:
        wanted = offered.get(call.name or "")
        if wanted is not None and call.kind in _KINDS and call.kind != wanted:
            message = (
                "A tool that takes a text was called as a function with arguments."
                if wanted == _TEXT
                else "A function was called as a tool that takes a text."
            )
            yield Violation(call.pointer, message, wanted, call.kind)
            return


def _flat(body: JsonObject) -> None:
    """Offer the tools as those that take a text."""
    tools = body["tools"]
    assert isinstance(tools, list)
    body["tools"] = [{"type": _TEXT, "name": object_of(tool)["name"]} for tool in tools]


def _as_function(exchange: Exchange) -> Exchange:
    """Answer a call of a tool that takes a text as one of a function; or offer such tools where none is."""
    assert exchange.request is not None
    tools = items_of(object_of(parse(exchange.request.body)).get("tools"))
    if any(object_of(tool).get("type") == _TEXT for tool in tools):
        return edit.body(_called_as_function)(exchange)
    return ask(_flat)(exchange)


def _called_as_function(body: JsonObject) -> None:
    items = map(object_of, items_of(body["output"]))
    item = next((one for one in items if one.get("type") == "custom_tool_call"), None)
    if item is None:
        raise LookupError("no such tool is called")
    given = dump({"input": item.pop("input")}).decode()
    item.update({"type": "function_call", "arguments": given})


def _with_a_text(body: JsonObject) -> None:
    """Call a function as a tool that takes a text, its arguments."""
    for item in map(object_of, items_of(body.get("output"))):
        if item.get("type") == "function_call":
            item.update({"type": "custom_tool_call", "input": item.pop("arguments")})
            return
    message = object_of(object_of(items_of(body["choices"])[0])["message"])
    call = object_of(items_of(message["tool_calls"])[0])
    function = object_of(call.pop("function"))
    call.update({"type": _TEXT, _TEXT: {"name": function["name"], "input": function["arguments"]}})


RULE = Rule(
    id="TC166",
    name="calls-are-of-their-kind",
    severity=dict.fromkeys(_OFFERING, Severity.WARNING),
    statement=(
        "A call is of the kind that its tool was offered as: a custom tool is called with `input`, "
        "a text, and a function with `arguments`. `toolwire verify` offers the Responses API such a "
        "tool; a server that refuses it says that it has none, and is not blamed."
    ),
    why=(
        "A client looks a call up by its kind. A gateway that knows functions only offers a custom "
        "tool as one with a member `input`, and passes the call on as it came: it is of a tool that "
        "nobody offered."
    ),
    breaks="Codex CLI's freeform apply_patch, and agents with custom tools",
    workaround="Offer a function with one text parameter.",
    source=Source(
        "spec",
        "openai 3.54.0 types/responses/custom_tool.py, response_custom_tool_call.py",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-28",
    ),
    check=_of_their_kind,
    needs_calls=True,
    needs_request=True,
    mutations=(
        Mutation("openai-responses", Mode.BLOCKING, "single_call", _as_function, "as a function"),
        *(
            Mutation(name, Mode.BLOCKING, "single_call", edit.body(_with_a_text), "with a text")
            for name in _OFFERING
        ),
    ),
    cases="""
sub2api | apply_patch as a function breaks the grammar of the custom tool | https://github.com/Wei-Shaw/sub2api/issues/5659 | issue open 2026
""",
)
