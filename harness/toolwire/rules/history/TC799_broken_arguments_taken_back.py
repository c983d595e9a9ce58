"""TC799: broken-arguments-taken-back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.probe_answer import turned_away

#: By which a refusal says what is wrong, so that a client can help itself.
_SAYS_SO: Final = "json"
#: What is left of a call that a limit cut, and what an agent answers to it. The id fits every vendor.
_CALL: Final[JsonObject] = {
    "type": "function_call",
    "call_id": "required8",
    "name": "get_weather",
    "arguments": '{"location": "Par',
}
_RESULT: Final[JsonObject] = {
    "type": "function_call_output",
    "call_id": "required8",
    "output": "The arguments could not be read. Please call again.",
}


def _taken_back(reading: Reading) -> Iterator[Violation]:
    if reading.ok or not any(map(_is_broken, items_of(object_of(reading.request).get("input")))):
        return
    error, status = reading.reply.error, reading.exchange.response.status
    words = error.message.lower() if error is not None and error.message else ""
    if status < 500 and _SAYS_SO in words:
        return
    message = "A call of the model whose arguments are no JSON is not taken back."
    yield Violation("status", message, "an answer", status)


def _is_broken(item: Json) -> bool:
    """Return whether an item is a call whose arguments are a text and no JSON."""
    call = object_of(item)
    given = call.get("arguments")
    if call.get("type") != _CALL["type"] or not isinstance(given, str) or not given:
        return False
    try:
        parse(given.encode("utf-8", "replace"))
    except JsonError:
        return True
    return False


@in_dialect
def _question(_name: str, body: JsonObject) -> None:
    said = items_of(body["input"])
    if not any(map(_is_broken, said)):
        body["input"] = [*said, _CALL, _RESULT]


RULE = Rule(
    id="TC799",
    name="broken-arguments-taken-back",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "A call that the model made with arguments that are no JSON is taken back in the history "
        "with the result that says so. Who refuses it and says that it has to be JSON is not "
        "blamed; who fails over it, or answers with what its parser says, has not thought of it."
    ),
    why=(
        "Models write such arguments now and then, and a limit cuts others. An agent tells the "
        "model, which would call again; a server that reads the arguments for its template fails at "
        "each later turn, and the conversation is lost."
    ),
    breaks=(
        "Codex and OpenHands, which send the call back as it came: over vLLM and llama.cpp no turn "
        "is answered any more"
    ),
    workaround="Put `{}` in place of arguments that are no JSON before the history is sent.",
    source=Source(
        "docs",
        "OpenAI, function_call: arguments is a string; the model does not always generate valid JSON, so "
        "validate the arguments before calling your function",
        "https://platform.openai.com/docs/api-reference/responses/object",
        "2026-11-29",
    ),
    check=_taken_back,
    subject=Subject.PROBE,
    always=True,
    question=_question,
    mutations=(
        *mutations_for("single_call", turned_away(500, "The server failed."), fault="fails"),
        *mutations_for(
            "single_call",
            turned_away(message="Unterminated string starting at: line 1 column 14 (char 13)"),
            fault="refused",
        ),
    ),
    cases="""
vLLM | /v1/responses and chat: HTTP 400 with the words of its parser, at each later turn of Codex | https://github.com/local-inference-lab/vllm/issues/684 | issue open 2026-09
llama.cpp (GLM) | HTTP 500: the history is parsed for the template | https://github.com/noonghunna/club-3090/issues/1195 | issue open 2026-09
vLLM and llama.cpp under OpenHands | a malformed call of before ends the conversation | https://github.com/OpenHands/software-agent-sdk/issues/2887 | issue open 2026-06
cli2api | a malformed call of the history rejects the entire request | https://github.com/caigee-cmd/cli2api/issues/218 | PR merged 2026-09
""",
)
