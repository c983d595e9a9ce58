"""TC658: declared-tools-taken."""

from __future__ import annotations

from toolwire.dialects import DIALECTS
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.tools.probe_schema import SPEC
from toolwire.rules.views.probe_answer import taken, turned_away

RULE = Rule(
    id="TC658",
    name="declared-tools-taken",
    severity=dict.fromkeys(DIALECTS, Severity.WARNING),
    statement=(
        "Eight tools whose schemas are written in the core of JSON Schema are taken in one request: "
        "numbers, booleans, enums, lists, an object inside an object, and a tool without "
        "parameters. Judged where a request with one plain tool is answered; whatever words the "
        "refusal is given in, these are no option that a server may lack."
    ),
    why="One tool of an agent that the server does not take makes it refuse all of them.",
    breaks="every agent that offers the tools of an MCP server as they are",
    workaround="Flatten schemas, and offer fewer tools.",
    source=SPEC,
    check=taken("Several tools with plain schemas are refused, though one tool is taken."),
    subject=Subject.PROBE,
    always=True,
    mutations=mutations_for("single_call", turned_away()),
)
