"""The tools a request offers and those its choice names, as they stand on each wire."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.sent import Chosen, Definition
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize


@memoize
def definitions(reading: Reading) -> tuple[Definition, ...]:
    """Return what a request offers, in wire order; () when it offers nothing."""
    request, form = reading.request, load_dialect(reading.dialect).wire.request
    if form is None or not isinstance(request, dict):
        return ()
    return tuple(form.definitions(request))


@memoize
def names(reading: Reading) -> frozenset[str]:
    """Return the names of the tools a request offers."""
    return frozenset([one.name for one in definitions(reading) if isinstance(one.name, str)])


@memoize
def kinds(reading: Reading) -> frozenset[str]:
    """Return the types of the tools a request offers; nothing for tools that state none."""
    found = (object_of(definition.entry).get("type") for definition in definitions(reading))
    return frozenset(kind for kind in found if isinstance(kind, str))


@memoize
def customs_are_the_servers(reading: Reading) -> bool:
    """Return whether calls of custom tools are those of a tool that the server runs itself.

    xAI offers `x_search` and tells what it ran as calls of custom tools, `x_keyword_search` and
    others (docs.x.ai, server-side tools; 11 of 11 recorded answers); nobody offered custom ones.
    """
    offered = kinds(reading)
    return "custom" not in offered and bool(offered - {"function"})


def client_calls(reading: Reading) -> tuple[ToolCall, ...]:
    """Return the calls of a reply that are the client's to run."""
    calls = reading.reply.tool_calls
    if calls and customs_are_the_servers(reading):
        return tuple(call for call in calls if call.kind != "custom")
    return calls


@memoize
def loaded(reading: Reading) -> frozenset[str]:
    """Return the names of tools that items of the history or the reply brought (tool search)."""
    reply = reading.body if isinstance(reading.body, dict) else {}
    items = items_of(object_of(reading.request).get("input")) + items_of(reply.get("output"))
    items += [event.json.get("item") for event in reading.events if isinstance(event.json, dict)]
    held = (object_of(tool) for item in items for tool in items_of(object_of(item).get("tools")))
    found = (name for tool in held for name in _names_of(tool))
    return frozenset(name for name in found if isinstance(name, str))


def _names_of(tool: JsonObject) -> Iterator[Json]:
    yield tool.get("name")
    for inner in items_of(tool.get("tools")):
        yield object_of(inner).get("name")


def is_function(reading: Reading, name: str | None) -> bool:
    """Return whether a request offers a tool of that name that the client runs."""
    return any(
        definition.name == name
        and object_of(definition.entry).get("type") in (None, "custom", "function")
        for definition in definitions(reading)
    )


def chosen_names(reading: Reading) -> Iterator[Chosen]:
    """Yield the tool names a request's choice mentions; nothing for choices by mode."""
    request, form = reading.request, load_dialect(reading.dialect).wire.request
    if form is None or form.chosen is None or not isinstance(request, dict):
        return iter(())
    return form.chosen(request)
