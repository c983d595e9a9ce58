"""A vendor's own success outranks a rule that says the vendor refuses the request."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from toolwire.cli.commands.lint import command
from toolwire.dialects import Answer, PlannedCall, Refusal, load_dialect
from toolwire.io.json_text import dump, parse
from toolwire.jobs.lint.judging import Judged, judge
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Response
from toolwire.model.observation import Severity

WEATHER = Tool("get_weather", "Weather.", {"type": "object", "properties": {}})
OWN, ELSEWHERE = "https://api.groq.com/openai/v1", "http://127.0.0.1:8000/v1"
CALL = Answer(calls=(PlannedCall("get_weather", {}),))
SOURCE = "made/up recordings/one.yaml@0123456789ab #0"


def exchange(base: str, answer: Answer = CALL) -> Exchange:
    """Return an exchange whose tool has a schema that is not one of an object (TC809)."""
    chat = load_dialect("openai-chat")
    conversation = Conversation((UserTurn("Weather?"),), (WEATHER,))
    request = chat.encode(conversation, Endpoint(base, "some-model"))
    body: dict[str, object] = json.loads(request.body)
    body["tools"][0]["function"]["parameters"] = {"type": "array"}  # type: ignore[index]
    response = chat.respond(request, answer)
    sent = replace(request, body=dump(parse(json.dumps(body).encode())))
    return Exchange(sent, response, Evidence(EvidenceLevel.IMPORTED, SOURCE))


def severity(judged: Judged) -> Severity:
    """Return how grave TC809 is found to be."""
    (finding,) = [f for f in judged.request_findings if f.rule == "TC809"]
    return finding.severity


def test_what_a_vendor_answered_is_no_error() -> None:
    """The finding is left as information, and counted against its rule."""
    judged = judge(exchange(OWN))
    assert severity(judged) is Severity.INFO
    assert (judged.disproved, judged.answered_by) == (("TC809",), "groq")
    assert judged.as_json()["disproved"] == {"rules": ["TC809"], "by": "groq"}


@pytest.mark.parametrize(
    "one",
    [
        exchange(ELSEWHERE, Answer(refusal=Refusal(400, "invalid_request_error", "No."))),
        exchange(OWN, Answer(refusal=Refusal(400, "invalid_request_error", "No."))),
        replace(exchange(OWN), response=Response(200, (), b"{}")),
        replace(exchange(OWN), response=Response(200, (), b"<html>")),
    ],
    ids=["refused by a stranger", "refused", "an empty answer", "no JSON"],
)
def test_an_error_stays_where_nobody_took_the_request(one: Exchange) -> None:
    """A refusal and an answer without a reply say nothing against the rule."""
    judged = judge(one)
    assert severity(judged) is Severity.ERROR
    assert (judged.disproved, judged.answered_by) == ((), "")
    assert "disproved" not in judged.as_json()


@pytest.mark.parametrize(
    "base", [ELSEWHERE, "https://gateway.example.net/v1", "https://api.groq.com.evil.example/v1"]
)
def test_what_a_stranger_answered_is_a_warning(base: str) -> None:
    """A lax server took it, and those who move on to a vendor are refused: no rule is contradicted."""
    judged = judge(exchange(base))
    assert severity(judged) is Severity.WARNING
    assert (judged.disproved, judged.answered_by) == ((), "")


def test_an_error_stays_in_an_answer_that_was_composed() -> None:
    """Nobody answered there, a stranger neither: what proves the harness is as wrong as ever."""
    composed = replace(exchange(ELSEWHERE), evidence=Evidence(EvidenceLevel.DOCUMENTED, SOURCE))
    assert severity(judge(composed)) is Severity.ERROR


@pytest.mark.parametrize("url", ["", "/v1/chat/completions"])
def test_what_somebody_answered_is_no_error_where_no_address_was_kept(url: str) -> None:
    """Whoever answered took the request: that is information, and contradicts no rule."""
    addressed = exchange(OWN)
    assert addressed.request is not None
    judged = judge(replace(addressed, request=replace(addressed.request, url=url)))
    assert severity(judged) is Severity.INFO
    assert (judged.disproved, judged.answered_by) == ((), "")


def test_what_was_refused_is_an_error_where_no_address_was_kept() -> None:
    """An answer that refuses disproves nothing."""
    refused = exchange(OWN, Answer(refusal=Refusal(400, "invalid_request_error", "No.")))
    assert refused.request is not None
    judged = judge(replace(refused, request=replace(refused.request, url="")))
    assert severity(judged) is Severity.ERROR


def test_lint_prints_which_rules_traffic_contradicts(tmp_path: Path) -> None:
    """The closing lines name rule, vendor, count and the first exchange; the exit code is 0."""
    one = exchange(OWN)
    assert one.request is not None
    line = {
        "request": {
            "method": "POST",
            "url": one.request.url,
            "body_text": one.request.body.decode(),
        },
        "response": {"status": 200, "body_text": one.response.body.decode()},
    }
    path = tmp_path / "two.jsonl"
    path.write_text(f"{json.dumps(line)}\n" * 2, encoding="utf-8")
    ran = CliRunner().invoke(command, [str(path)])
    assert ran.exit_code == 0, ran.output
    (told,) = [text for text in ran.output.splitlines() if text.startswith("contradicted: ")]
    assert told.startswith("contradicted: groq answered 2 requests that TC809 says it refuses")
    assert "two.jsonl" in told


def test_what_a_vendors_file_lists_is_decided() -> None:
    """Mistral is known to take such schemas: the finding is disproved, and nobody has to decide."""
    judged = judge(exchange("https://api.mistral.ai/v1"))
    assert severity(judged) is Severity.INFO
    assert [(one.rule, one.decided) for one in judged.contradictions] == [("TC809", True)]
