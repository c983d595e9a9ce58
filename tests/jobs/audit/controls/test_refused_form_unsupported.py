"""A documented form that a server refuses as not supported is told by a rule, and what its model lacks by none."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Final

import pytest

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.jobs.audit.beside.schemas_asked import SCHEMAS_ASKED
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.model.exchange import EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Observation, Verdict
from toolwire.suites import load_suites
from toolwire.transport import StaleCassetteError
from toolwire.transport.reference import Reference

pytestmark = pytest.mark.fast

WORDS: Final = "This is not supported."
#: Dialect, case, what its request has and the plainest has not, the rule, and how the finding names it.
FORMS: Final = (
    ("openai-chat", "tool_choice.required", b'"required"}', "TC604", '/tool_choice "required"'),
    ("openai-chat", "tool_choice.none", b'"none"', "TC604", '/tool_choice "none"'),
    ("openai-chat", "tool_choice.named", b'"tool_choice":{', "TC604", '/tool_choice {"type"'),
    ("openai-chat", "tool_choice.widest_form", b'"allowed_tools"', "TC604", "/tool_choice {"),
    ("openai-chat", "tool_choice.auto", b'"tool_choice"', "TC604", '/tool_choice "auto"'),
    (
        "openai-chat",
        "tool_definition.strict",
        b'"strict":true',
        "TC762",
        "/tools/0/function/strict",
    ),
    ("openai-responses", "tool_choice.none", b'"none"', "TC604", '/tool_choice "none"'),
    (
        "openai-responses",
        "parallel_calls.switched_off",
        b'"parallel_tool_calls"',
        "TC762",
        "/parallel_tool_calls false",
    ),
    ("anthropic-messages", "tool_choice.required", b'"any"', "TC604", '{"type":"any"}'),
    (
        "anthropic-messages",
        "parallel_calls.switched_off",
        b'"disable_parallel_tool_use"',
        "TC604",
        "disable_parallel_tool_use",
    ),
    ("anthropic-messages", "reasoning_state.one_round", b'"thinking"', "TC762", ": /thinking {"),
    ("gemini-generate", "tool_choice.none", b'"NONE"', "TC604", '{"mode":"NONE"}'),
    ("gemini-generate", "tool_choice.widest_form", b'"allowedFunctionNames"', "TC604", "Names ["),
    ("bedrock-converse", "tool_choice.named", b'"toolChoice"', "TC604", '/toolChoice {"tool"'),
    ("cohere-v2", "tool_choice.required", b'"REQUIRED"', "TC604", '/tool_choice "REQUIRED"'),
    ("ollama-chat", "reasoning_state.one_round", b'"think":true', "TC762", "/think true"),
    ("ollama-chat", "no_tool_needed.schema_1", b'"format"', "TC762", '/format {"type":"object"'),
)


class Refusing:
    """Refuses what has some bytes in its request, and answers all else; or knows no more requests than one."""

    def __init__(self, dialect: str, form: bytes, words: str = WORDS, status: int = 400) -> None:
        self._dialect, self._form = load_dialect(dialect), form
        self._refusal = Refusal(status, "invalid_request", words)
        self._reference = Reference(self._dialect)
        self.evidence = replace(self._reference.evidence, level=EvidenceLevel.LIVE)
        self.sent: list[Request] = []

    async def send(self, request: Request) -> Response:
        """Answer what does not have the form."""
        self.sent.append(request)
        if self._form in request.body:
            return self._dialect.respond(request, Answer(refusal=self._refusal))
        return await self._reference.send(request)


class Recorded(Refusing):
    """Has the answers to two requests, as what was recorded before any other was asked."""

    async def send(self, request: Request) -> Response:
        """Answer the first two."""
        if len(self.sent) > 1:
            raise StaleCassetteError("stale cassette", where="test")
        return await super().send(request)


def item_of(lab: SimpleNamespace, dialect: str, name: str) -> Item:
    """Return what asks a case without a stream."""
    suites, target = load_suites(), lab.target(dialect)
    beside = SCHEMAS_ASKED.items([target], suites)
    asked = (Item(target, one, case, Mode.BLOCKING) for one in suites for case in one.cases)
    every = [one for one in (*asked, *beside) if one.case.name == name]
    return next(one for one in every if one.mode is Mode.BLOCKING)


def seen_of(item: Item, server: Refusing) -> Observation:
    """Return what one case shows of a server."""
    (seen,) = run((item,), lambda _: server)
    return seen


@pytest.mark.parametrize(
    ("dialect", "name", "form", "rule", "named"), FORMS, ids=[f"{one[0]}-{one[1]}" for one in FORMS]
)
@pytest.mark.parametrize("status", [400, 422, 501])
def test_a_refused_form_is_named(  # noqa: PLR0917 - a row of the table
    lab: SimpleNamespace, dialect: str, name: str, form: bytes, rule: str, named: str, status: int
) -> None:
    """Whatever status it has, one warning says what of the request is refused."""
    seen = seen_of(item_of(lab, dialect, name), Refusing(dialect, form, status=status))
    # What kind of error has status 501, the formats do not say.
    (found,) = (one for one in seen.findings if status != 501 or one.rule != "TC008")
    assert found.rule == rule
    assert named in found.message
    assert seen.verdict is Verdict.NON_STRICT
    assert seen.reason.endswith(f"refused with HTTP {status} ({WORDS})")


@pytest.mark.parametrize(
    "words",
    [
        "test-model does not support this tool_choice.",
        "This model doesn't support the toolConfig.toolChoice.any field.",
        "Thinking mode does not support this tool_choice.",
    ],
)
def test_what_a_model_lacks_is_not_offered(lab: SimpleNamespace, words: str) -> None:
    """DeepSeek and Bedrock refuse choices of some models: the server keeps the format."""
    item = item_of(lab, "openai-chat", "tool_choice.required")
    seen = seen_of(item, Refusing("openai-chat", b'"required"}', words))
    assert seen.verdict is Verdict.UNSUPPORTED
    assert seen.findings == ()


@pytest.mark.parametrize("form", [b'"get_local_time"', b"Quito"])
def test_what_is_not_the_choice_is_not_named_for_one(lab: SimpleNamespace, form: bytes) -> None:
    """The tool or the words of the same request are refused without a choice as well."""
    item = item_of(lab, "openai-chat", "tool_choice.required")
    seen = seen_of(item, Refusing("openai-chat", form))
    assert seen.verdict is Verdict.UNSUPPORTED
    assert seen.findings == ()


def test_what_was_recorded_before_stays_as_it_was(lab: SimpleNamespace) -> None:
    """Without an answer to the same request without its choice nothing is known of it."""
    item = item_of(lab, "openai-chat", "tool_choice.required")
    server = Recorded("openai-chat", b'"required"}')
    seen = seen_of(item, server)
    assert seen.verdict is Verdict.UNSUPPORTED
    assert seen.findings == ()
    assert len(server.sent) == 2


def test_a_document_is_believed(lab: SimpleNamespace) -> None:
    """What a vendor says that it does not do is asked no further."""
    item = item_of(lab, "openai-chat", "tool_choice.required")
    server = Refusing("openai-chat", b'"required"}')
    server.evidence = replace(server.evidence, level=EvidenceLevel.DOCUMENTED)
    seen = seen_of(item, server)
    assert seen.verdict is Verdict.UNSUPPORTED
    assert len(server.sent) == 2


def test_a_schema_may_be_lacking_where_others_document_less(lab: SimpleNamespace) -> None:
    """Gemini refuses schemas beside tools of its older models in words that name none."""
    item = item_of(lab, "gemini-generate", "no_tool_needed.schema_1")
    seen = seen_of(item, Refusing("gemini-generate", b'"responseJsonSchema"'))
    assert seen.verdict is Verdict.UNSUPPORTED
    assert seen.findings == ()
