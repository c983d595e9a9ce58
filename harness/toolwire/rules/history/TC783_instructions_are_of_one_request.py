"""TC783: instructions-are-of-one-request."""

from __future__ import annotations

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.said_lines import INSTRUCTED_LINE
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.line_of_nowhere import known, question, unknown

RULE = Rule(
    id="TC783",
    name="instructions-are-of-one-request",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "A request that goes on from an answer by its id has its own instructions, or none: those of "
        "the request before are not carried over. Asked for a line of them, no reply has a word of "
        "it, unless the model had said the line itself."
    ),
    why=(
        "The model follows instructions that nobody gave: clients swap them from turn to turn, and "
        "find the old ones still at work, beside the new."
    ),
    breaks="clients that change instructions within a conversation, as handoffs between agents do",
    workaround="Send the whole history with each request, and store: false.",
    source=Source(
        "spec",
        "OpenAI, create a response: when used along with previous_response_id, the instructions from a "
        "previous response will not be carried over to the next response",
        "https://developers.openai.com/api/reference/resources/responses",
        "2026-12-01",
    ),
    check=unknown(
        INSTRUCTED_LINE,
        "The answer knows the instructions of the request before, which had its own.",
    ),
    subject=Subject.PROBE,
    question=question(INSTRUCTED_LINE, "Well: deep, rope a8s3"),
    mutations=mutations_for("plain_text", known(INSTRUCTED_LINE)),
    cases="""
vLLM | the system message of the response before is kept with its conversation, and comes back beside the new one | https://github.com/vllm-project/vllm/issues/37727 | PR merged 2026
""",
)
