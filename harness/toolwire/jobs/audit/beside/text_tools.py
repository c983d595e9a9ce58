"""What `verify` asks a server beside the suites: a tool that is called with a text, and what
follows its result.

Codex and others offer such tools (`custom`) of the Responses API. A server that has none refuses
the request, which is its right. One that takes it has to call the tool, since that is demanded
(TC601), as what it is (TC166), and to take its own call back (TC701).

It is also offered beside a function: whoever drops the tool tells of the function alone (TC133).
Where it stands alone, an answer may tell of no tools because it never does (transformers).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    JsonObject,
    Tool,
    ToolChoice,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, ResultRule, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "text_tool"
_TITLE: Final = "A tool that is called with a text"
_NAME: Final = "write_note"
_WORDS: Final = "Writes a note down, as it is given."
#: As a function, for who reads the conversation; what is offered says otherwise (`_OFFERED`).
_TOOL: Final = Tool(
    _NAME,
    _WORDS,
    {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]},
)
#: How a request offers it, where a format has such tools beside functions; and with one of these.
_AS_TEXT: Final[JsonObject] = {"type": "custom", "name": _NAME, "description": _WORDS}
_OFFERED: Final[JsonObject] = {"tools": [_AS_TEXT]}
_BESIDE: Final = Tool(
    "get_weather",
    "Current weather of a city.",
    {"type": "object", "properties": {"location": {"type": "string"}}, "required": ["location"]},
)
_OFFERED_BESIDE: Final[JsonObject] = {
    "tools": [
        _AS_TEXT,
        {
            "type": "function",
            "name": _BESIDE.name,
            "description": _BESIDE.description,
            "parameters": _BESIDE.parameters,
        },
    ],
}
_NOWHERE: Final = Endpoint("https://api.example.invalid", "reference-model", extra=_OFFERED)
_PROMPT: Final = 'Call write_note({"input": "Plums and rye bread"}), then tell me what it returned, word for word.'
_RESULT: Final = "kept on shelf 5d20"


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    if not _has_such_tools(name) or not takes_native_tools(target):
        return
    # Demanded: who drops the tool has none to call, and is not to pass for a model that will not.
    demanded = ToolChoice(ChoiceMode.REQUIRED)
    expected = Expectation(calls=(ExpectedCall(_NAME),), may_refuse=True)
    called = Step(expected, _PROMPT, choice=demanded)
    # What it says then is its own affair.
    told = Step(Expectation(), results=(ResultRule(_NAME, None, (("", _RESULT),)),), probe="TC701")
    offered = {name: _OFFERED}
    case = Case(
        suite.id, f"{_MARK}_only", _TITLE, (_TOOL,), (called, told), attempts=3, extra=offered
    )
    beside = replace(
        case,
        id=f"{_MARK}_beside",
        title=f"{_TITLE}, beside a function",
        tools=(_TOOL, _BESIDE),
        steps=(called,),
        extra={name: _OFFERED_BESIDE},
    )
    yield from in_both_modes(target, suite, (case, beside))


@cache
def _has_such_tools(name: str) -> bool:
    """Return whether a dialect's requests may offer the tool, and its answers call it as what it is."""
    dialect = load_dialect(name)
    if dialect.in_words:
        return False
    request = dialect.encode(Conversation((UserTurn(_PROMPT),), (_TOOL,)), _NOWHERE)
    if not validator(name, "request").is_valid(parse(request.body)):
        return False
    response = dialect.respond(request, Answer(calls=(PlannedCall(_NAME, {}),)))
    own = Evidence(EvidenceLevel.DOCUMENTED, f"dialect {name}")
    calls = dialect.decode(Exchange(request, response, own)).reply.tool_calls
    return any(call.kind == "custom" for call in calls)


TEXT_TOOLS: Final = BesideSuite(SUITE, _MARK, _items)
