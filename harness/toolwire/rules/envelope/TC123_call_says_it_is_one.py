"""TC123: call-says-it-is-one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.places import Place, copies
from toolwire.rules.views.tools_used import is_of_a_vendor


class _CallForm(NamedTuple):
    """What a call of a format looks like.

    Attributes:
        holder: the member of a body that lists what may be a call.
        member: the member of an event that has one, and event: of events of this type.
        members: that a client's call has, and nothing else but the known types.
        types: the known types of what has them.
        inner: that `function` has in a call of another format of the vendor's; none where there is none.
    """

    holder: str
    event: str
    member: str
    members: frozenset[str]
    types: tuple[str, ...]
    inner: frozenset[str] = frozenset()


#: Where Chat Completions has the name and the arguments of a call.
_INNER: Final = "function"
_CALLS: Final = (
    # anthropic 2.11.0 types.ContentBlock, and its beta.
    _CallForm(
        "content",
        "content_block_start",
        "content_block",
        frozenset({"id", "name", "input"}),
        ("tool_use", "server_tool_use", "mcp_tool_use"),
    ),
    # openai 3.52.0 types.ResponseOutputItem: no other has a name, arguments and a call_id. Foundry's
    # agents run three more (azure-ai-agentserver-responses 2.3.0, types.py).
    _CallForm(
        "output",
        "response.output_item.done",
        "item",
        frozenset({"call_id", "name", "arguments"}),
        ("function_call", "mcp_call", "a2a_preview_call", "azure_function_call", "openapi_call"),
        frozenset({"name", "arguments"}),
    ),
)


_OPENING: Final = tuple(form.event for form in _CALLS)


def _says_it(reading: Reading) -> Iterator[Violation]:
    opening = [
        (event.number, event.json)
        for event in reading.events
        if isinstance(event.json, dict) and event.json.get("type") in _OPENING
    ]
    served = _served(reading)
    for form in _CALLS:
        for pointer, value in _candidates(reading, form, opening):
            item = object_of(value)
            kind = item.get("type")
            if is_of_a_vendor(item):
                continue
            if kind in form.types or kind in served:
                continue
            if form.inner and form.inner <= object_of(item.get(_INNER)).keys():
                # Of one that says that it is a call of this format TC111 tells.
                message = "A call stands in the form of Chat Completions."
                yield Violation(f"{pointer}/{_INNER}", message, form.types[0], excerpt(kind))
                return
            if form.members <= {name for name, one in item.items() if one is not None}:
                message = "What has all the members of a call does not say that it is one."
                yield Violation(f"{pointer}/type", message, form.types[0], excerpt(kind))
                return


def _served(reading: Reading) -> tuple[str, ...]:
    """Return the types of items that are named after a tool that is offered by its type.

    xAI's own search of X (`x_search`) was told as `x_search_call` with name, arguments and call_id
    (vercel/ai at 1de59129, xai-x-search-tool.1.json): a call of the server's, not of the client's.
    Responses tell the tools again, where the request was not kept.
    """
    body = reading.body if isinstance(reading.body, dict) else {}
    tools = (said.get("tools") for said in (object_of(reading.request), body))
    kinds = (object_of(tool).get("type") for offered in tools for tool in items_of(offered))
    return tuple(f"{kind}_call" for kind in kinds if isinstance(kind, str))


def _candidates(
    reading: Reading, form: _CallForm, opening: list[tuple[int, JsonObject]]
) -> Iterator[tuple[str, Json]]:
    if isinstance(reading.body, dict):
        for place, item in enumerate(items_of(reading.body.get(form.holder))):
            yield f"/{form.holder}/{place}", item
    for number, event in opening:
        if event.get("type") == form.event:
            yield f"event[{number}]/{form.member}", event.get(form.member)


def _unknown(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[1]:
        call["type"] = "tool"


def _nested(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[1]:
        del call["call_id"]
        inner: JsonObject = {name: call.pop(name) for name in ("name", "arguments")}
        call.update(type=_INNER, function=inner)


RULE = Rule(
    id="TC123",
    name="call-says-it-is-one",
    severity=dict.fromkeys(("anthropic-messages", "openai-responses"), Severity.WARNING),
    statement=(
        "A block or item that has all the members of a client's call is of a type that has them: "
        "Anthropic's tool_use (or that of a server's own tool), Responses' function_call, or the "
        "call of a tool that the request offers by its type (xAI's x_search). Types with a vendor's "
        "name before them (openrouter:armor_blocked) are that vendor's own. No item of Responses "
        "has its name and arguments in `function`, as calls of Chat Completions do."
    ),
    why="Clients choose by the type: what is of none that they know is passed over, call and all.",
    breaks=(
        "anthropic-python, anthropic-node, openai-python, openai-node, LangChain and LiteLLM lose "
        "the call, openai-agents, pydantic-ai and the Vercel AI SDK refuse the reply."
    ),
    workaround="Go by the members where the type is none that is known.",
    source=Source(
        "spec",
        "anthropic 2.11.0 types.ContentBlock; openai 3.52.0 types.ResponseOutputItem",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
        "2026-11-23",
    ),
    check=_says_it,
    mutations=(
        *mutations_for("parallel_calls", changed(_unknown)),
        *mutations_for(
            "parallel_calls", changed(_nested), dialects=("openai-responses",), fault="nested"
        ),
    ),
)
