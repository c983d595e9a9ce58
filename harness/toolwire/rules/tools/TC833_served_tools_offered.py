"""TC833: served-tools-offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Violation
from toolwire.rules.tools.served_faults import BLOCK, ITEM, PART, USE


def _served_tools_offered(reading: Reading) -> Iterator[Violation]:
    tools = load_dialect(reading.dialect).wire.served
    if tools is None or not isinstance(reading.request, dict) or tools.offered(reading.request):
        return
    for number, document in _documents(reading):
        for pointer in tools.used(document):
            root = "" if number is None else f"event[{number}]"
            message = "The server ran a tool of its own that the request does not offer."
            yield Violation(root + pointer, message, "a tool that is offered", "a served tool")
            return


def _documents(reading: Reading) -> Iterator[tuple[int | None, JsonObject]]:
    """Yield the body, or the events with their numbers."""
    if isinstance(reading.body, dict):
        yield None, reading.body
    for event in reading.events:
        if isinstance(event.json, dict):
            yield event.number, event.json


#: Dialect -> what plants the use of a tool that nobody offered there.
_PLANTED: Final = {
    "anthropic-messages": BLOCK,
    "bedrock-converse": USE,
    "gemini-generate": PART,
    "openai-responses": ITEM,
}


def _served(dialect: str, mode: Mode) -> Change:
    return _PLANTED[dialect](mode)


RULE = Rule(
    id="TC833",
    name="served-tools-offered",
    severity=dict.fromkeys(_PLANTED, Severity.ERROR),
    statement=(
        "A server runs only those tools of its own (web search, code, MCP) that the request "
        "offers. What a request refers to and does not say itself, an earlier response, a stored "
        "prompt, a cache, may offer them, and is not judged."
    ),
    why=(
        "A gateway that searches the web beside every answer sends the words of a conversation "
        "to others, bills for it, and puts parts into the history that the vendor then reads "
        "without the tool that they are of."
    ),
    breaks=(
        "LiteLLM, LangChain, the Vercel AI SDK and boto3's users take the use for a call of "
        "theirs, of a tool that they do not have"
    ),
    source=Source(
        "docs",
        "Anthropic: web search tool; OpenAI: tools; Gemini: code execution. Each is on where the "
        "request has it in `tools`",
        "https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool",
        "2026-11-23",
    ),
    check=_served_tools_offered,
    needs_request=True,
    mutations=mutations_for("single_call", _served),
)
