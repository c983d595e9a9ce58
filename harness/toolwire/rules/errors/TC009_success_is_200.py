"""TC009: success-is-200."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.edit import status
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation

_OK: Final = 200


def _success_is_200(reading: Reading) -> Iterator[Violation]:
    told = reading.exchange.response.status
    if reading.ok and told != _OK and not reading.exchange.is_put_off:
        yield Violation("status", "An answer came with another status than 200.", _OK, told)


RULE = Rule(
    id="TC009",
    name="success-is-200",
    severity={
        **dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
        "anthropic-messages": Severity.ERROR,
        "gemini-generate": Severity.ERROR,
    },
    statement=(
        "An answer to a conversation has status 200, whole or streamed. 202 without a body is none: "
        "it says that the answer is to be fetched later."
    ),
    why=(
        "Every vendor's description knows this success alone, and clients compare with it. Behind "
        "204 and 304 HTTP has no body, so the answer is dropped before anybody reads it, and a "
        "status of 300 to 399 is an error or another address to SDKs."
    ),
    breaks=(
        "google-genai raises APIError for all but 200, and pydantic-ai with it; LiteLLM raises over "
        "Anthropic Messages; codicil took 201 of an OpenAI-compatible vendor for a failure in five "
        "formats"
    ),
    workaround="Take each status from 200 to 299 with a body for a success.",
    source=Source(
        "spec",
        "openai/openai-openapi: responses of createChatCompletion and createResponse are 200; "
        "Anthropic, Cohere, Ollama and Gemini describe no other; RFC 9110 6.4.1. All 5,000 recorded "
        "answers have it",
        "https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1",
        "2026-11-23",
    ),
    check=_success_is_200,
    mutations=mutations_for("single_call", lambda _name, _mode: status(201)),
    cases="""
Polza.ai | HTTP 201 for successful requests | https://github.com/E-xyza/codicil/issues/4 | PR merged 2026-02
""",
)
