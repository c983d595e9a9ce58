"""TC773: named-results-reach."""

from __future__ import annotations

from dataclasses import replace

from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)


def _by_name(name: str, mode: Mode) -> Change:
    """Take the ids from the calls of a history, and from the results; none of these is repeated."""
    here_alone = here_alone_of(LinePlace.NAMED)(name, mode)

    def apply(exchange: Exchange) -> Exchange:
        assert exchange.request is not None
        body = object_of(parse(exchange.request.body))
        for message in map(object_of, items_of(body.get("messages"))):
            message.pop("tool_call_id", None)
            for call in map(object_of, items_of(message.get("tool_calls"))):
                call.pop("id", None)
        request = replace(exchange.request, body=dump(body))
        return here_alone(replace(exchange, request=request))

    return apply


RULE = Rule(
    id="TC773",
    name="named-results-reach",
    severity={"ollama-chat": Severity.WARNING},
    statement=(
        "A result that goes by the tool's name alone, as documented, reaches the model: asked to "
        "repeat a line of it and a line of the question itself, a reply that has a word of the "
        "second has one of the first, each of which stands nowhere else in the request. A model may "
        "leave it out; a run in which every such reply does is the server's doing."
    ),
    why=(
        "A gateway to an API that pairs calls and results by ids has none to pair, and sends on an "
        "empty result or none: the model calls the same tool again, or makes up what it returned."
    ),
    breaks="ollama-python and ollama-js, whose types of a call have no id",
    workaround="Send `tool_call_id` and the ids of calls as well.",
    source=Source(
        "docs",
        "Ollama, tool calling: the result is a message of the role tool with tool_name and content",
        "https://docs.ollama.com/capabilities/tool-calling",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.NAMED,
        "The answer has no word of a result that goes by the tool's name, which it was to repeat.",
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of a result without an id",
        LinePlace.NAMED,
    ),
    mutations=mutations_for("line_of_result", _by_name),
)
