"""TC749: usual-form-accepted."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
)
from toolwire.model.exchange import Request
from toolwire.rules.choice.probe_choice import READ
from toolwire.rules.mutate.alternatives import alternatives
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.other_form import NULL, SAID, SEVERAL_PARTS
from toolwire.rules.mutate.probe_edit import in_dialect, later
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import taken, turned_away

#: Where a member that histories have is documented in two forms; and Converse, in which each has one,
#: of whose system prompt is asked.
_WRITTEN: Final = (
    *("anthropic-messages", "bedrock-converse", "cohere-v2", "gemini-generate"),
    *("ollama-chat", "openai-chat", "openai-responses"),
)
#: Forms of what a request need not have, or that nobody writes as a rule.
_ADDED: Final = SEVERAL_PARTS | {NULL, SAID}
#: Fits the strictest vendor (Mistral: nine letters and digits).
_ID: Final = "required1"


def _called(asked: Conversation) -> tuple[Turn, ...]:
    tool = asked.tools[0]
    call = ToolCall(tool.name, _ID, sample_arguments(tool))
    result = ToolResult(_ID, tool.name, '{"answer": "18 C and sunny"}')
    return AssistantTurn(None, (call,)), ResultsTurn((result,))


#: What may stand behind the user's words: an answer in words, or a call with its result.
_HISTORIES: Final = (
    later(lambda asked: (AssistantTurn("18 C and sunny."), asked.turns[-1])),
    later(_called),
)


@in_dialect
def _usually(name: str, body: JsonObject) -> None:
    """Ask with a history as usual, the first that has a member which is documented in two forms.

    Where none has, with the first.
    """
    known = _places(name, body)
    asked: list[JsonObject] = []
    for history in _HISTORIES:
        longer = object_of(parse(dump(body)))
        history(name)(longer)
        if _places(name, longer) - known:
            body.update(longer)
            return
        asked.append(longer)
    body.update(asked[0])


def _places(name: str, body: JsonObject) -> set[str]:
    request = Request("POST", "", (), dump(body))
    found = alternatives(load_dialect(name), request)
    return {one.place for one in found if one.form not in _ADDED}


RULE = Rule(
    id="TC749",
    name="usual-form-accepted",
    severity=dict.fromkeys(_WRITTEN, Severity.WARNING),
    statement=(
        "A request is taken in the form that is usual: the one that the vendor's pages show and "
        "most SDKs write, where the format documents another that says the same. `toolwire verify` "
        "asks for the usual forms of the user's words, the system's, the tools and the history, and "
        "where one is refused for the same request with one place in its other form. What is judged "
        "is that the usual one is answered, where the other is; what is refused in each of its "
        "forms is told where a plain request is answered."
    ),
    why="Clients write the usual form; refused, they get no further than their first turn.",
    breaks="clients that send a history as they keep it; those that write the other form do not notice",
    workaround="Write the form that the finding names.",
    source=Source(
        "spec",
        "the request types of openai 3.52.0 (EasyInputMessageParam: `type` need not be said), "
        "anthropic 2.11.0, google-genai 3.4.0, botocore 1.44.5, cohere 7.3.1 and Ollama's "
        "docs/openapi.yaml, as in the dialects' schemas; llama.cpp's Responses route refuses an "
        "assistant's message without a type and takes it with one (HTTP 400; the server of llama-cpp-python "
        "0.3.36, verified on 2026-11-24)",
        "",
        READ,
    ),
    check=taken("The usual form of a request is refused."),
    subject=Subject.PROBE,
    always=True,
    question=_usually,
    mutations=mutations_for("single_call", turned_away()),
)
