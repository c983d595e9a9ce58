"""TC704: accept-absent-content."""

from __future__ import annotations

from toolwire.rules.history.probe_result import CONTENT, calling_message
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.views.probe_answer import taken, turned_away

RULE = Rule(
    id="TC704",
    name="accept-absent-content",
    severity={"openai-chat": Severity.WARNING},
    statement="An assistant message with calls and no `content` is taken in the history.",
    why="Serialisers leave empty members out; strict parsers then answer 400 or 422.",
    breaks="pydantic-ai (TGI), langchain4j (llama.cpp), extended_openai_conversation",
    workaround="Send `content: null`.",
    source=CONTENT,
    check=taken("A history without `content` beside calls is refused."),
    subject=Subject.PROBE,
    always=True,
    question=calling_message(lambda message: message.pop("content", None)),
    mutations=mutations_for("round_trip", turned_away()),
    cases="""
vLLM, SGLang, Qwen servers | assistant message without content key rejected | https://github.com/jekalmin/extended_openai_conversation/issues/456 | PR open 2026-07
llama.cpp | "content": null key needed in every message | https://github.com/langchain4j/langchain4j/issues/1958 | issue closed 2024-10
TGI | 422 missing field `content` | https://github.com/pydantic/pydantic-ai/issues/393 | issue open 2024-12
""",
)
