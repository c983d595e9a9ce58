"""TC893: namesakes-refused."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import Answer
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import declared, in_dialect
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import answered, refused

#: Formats whose vendors refuse such a list. OpenAI takes it.
_REFUSING: Final = ("anthropic-messages", "gemini-generate")


@in_dialect
def _namesakes(name: str, body: JsonObject) -> None:
    first, second, *_ = declared(name, body)
    second["name"] = first["name"]


RULE = Rule(
    id="TC893",
    name="namesakes-refused",
    severity=dict.fromkeys(_REFUSING, Severity.WARNING),
    statement=(
        "A request that offers two tools of one name is refused with a status of 400 to 499, as "
        "Anthropic and Gemini refuse it. OpenAI takes it, and other servers of its format are not asked."
    ),
    why=(
        "Whose call comes back nobody can tell: the server keeps one of the two, and the client may run "
        "the other. Tools of two MCP servers are often such, and the vendor then refuses every request."
    ),
    breaks="clients that move on to Anthropic's or Google's API",
    workaround="Put the name of the MCP server before the names of its tools.",
    source=Source(
        "api-error",
        "Anthropic: tools: Tool names must be unique; Gemini: Duplicate function declaration found (see "
        "the cases)",
        "https://github.com/anthropics/claude-code/issues/10687",
        "2026-11-29",
    ),
    check=refused("Two tools of one name were taken."),
    subject=Subject.PROBE,
    always=True,
    question=_namesakes,
    mutations=mutations_for("refused", answered(Answer(text="It is sunny."))),
    cases="""
Anthropic | tools: Tool names must be unique | https://github.com/anthropics/claude-code/issues/10687 | issue closed 2025-10 (also #14205, #14236)
Anthropic | same, with a tool of the server's; none with OpenAI's models | https://github.com/danny-avila/LibreChat/issues/13162 | issue closed 2026-05
Anthropic | same; it works with OpenAI's models | https://github.com/eclipse-theia/theia/issues/16122 | issue open 2025-08
Gemini | Duplicate function declaration found | https://github.com/googleapis/dotnet-genai/issues/189 | issue closed 2026-01
Gemini | same, tools of two MCP servers | https://github.com/rikkahub/rikkahub/issues/1311 | issue closed 2026-06
DeepSeek | Tool names must be unique | https://github.com/liliMozi/openhanako/issues/789 | issue closed 2026-05
""",
)
