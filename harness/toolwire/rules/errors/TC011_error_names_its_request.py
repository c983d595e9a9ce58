"""TC011: error-names-its-request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.mutate.edit import header
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation

_MEMBER: Final = "request_id"
_HEADER: Final = "request-id"


def _names_its_request(reading: Reading) -> Iterator[Violation]:
    told = reading.body.get(_MEMBER) if isinstance(reading.body, dict) else None
    named = reading.exchange.response.header(_HEADER)
    if isinstance(told, str) and named and told != named:
        message = "The error names another request than the header does."
        yield Violation(f"/{_MEMBER}", message, named[:200], told[:200])


RULE = Rule(
    id="TC011",
    name="error-names-its-request",
    severity={"anthropic-messages": Severity.INFO},
    statement="The request_id of an error is that of the header request-id, which is of this request alone.",
    why="A support desk finds one of the two in its log; no client was seen to break.",
    source=Source(
        "docs",
        "Claude API, errors: error shapes, request id",
        "https://platform.claude.com/docs/en/api/errors",
        "2026-11-29",
    ),
    check=_names_its_request,
    needs_ids=True,
    on_error=True,
    mutations=(
        Mutation("anthropic-messages", Mode.BLOCKING, "refused", header(_HEADER, "req_another")),
    ),
)
