"""TC005: no-silent-ignore."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.choice.probe_choice import CHOOSING, set_mode
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import Ask
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.views.probe_answer import answered, refused

#: A word for a tool choice that no format has.
_FOREIGN: Final = "sometimes"


def _set_choice(value: Json) -> Ask:
    return lambda body: body.update({"tool_choice": value})


def _set_aws_choice(body: JsonObject) -> None:
    object_of(body["toolConfig"])["toolChoice"] = {_FOREIGN: {}}


#: Dialect -> the change that chooses with a word the format does not have.
_FOREIGN_WORD: Final[Mapping[str, Ask]] = {
    "anthropic-messages": _set_choice({"type": _FOREIGN}),
    "bedrock-converse": _set_aws_choice,
    "openai-chat": _set_choice(_FOREIGN),
    "cohere-v2": _set_choice(_FOREIGN.upper()),
    "gemini-generate": set_mode({"mode": _FOREIGN.upper()}),
    "openai-responses": _set_choice(_FOREIGN),
}

RULE = Rule(
    id="TC005",
    name="no-silent-ignore",
    severity=dict.fromkeys(CHOOSING, Severity.WARNING),
    statement=(
        "A demand that a server cannot meet is refused with a status of 400 to 499, not passed "
        "over. Asked with a tool choice of a word that no format has. Demands that formats do "
        "have are judged on every answer: required, named and none by TC601 to TC603, one call "
        "at a time by TC652, strict by TC313, `functions` by TC052."
    ),
    why="What is passed over in silence runs the wrong tool, and no client can tell.",
    breaks="clients that demand a tool of llama.cpp or of a gateway that drops the member",
    workaround="Check each answer against what was demanded.",
    check=refused("A tool choice that does not exist was passed over."),
    subject=Subject.PROBE,
    always=True,
    probing=_FOREIGN_WORD,
    mutations=mutations_for("refused", answered(Answer(text="It is sunny."))),
    cases="""
llama.cpp | object-form tool_choice falls back to auto with HTTP 200; warning only in server log | https://github.com/ggml-org/llama.cpp/issues/26535 | issue closed (stale) 2026-08
OrcaRouter-Lite | functions/function_call silently stripped | https://github.com/Continuum-AI-Corp/OrcaRouter-Lite/issues/131 | issue open 2026-09
""",
)
