"""Whether what an answer counts has room for the conversation that its server keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.kept_lines import KEPT_LINES
from toolwire.jobs.audit.controls.counted_kept import kept_count_faults
from toolwire.jobs.audit.judge import judge
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import AssistantTurn, JsonObject, Turn, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.observation import Finding, Verdict
from toolwire.model.reply import Reading
from toolwire.suites import load_suites
from toolwire.suites.model import Expectation, Step

NAME = "openai-responses"
URL = "http://127.0.0.1/v1/responses"
EVIDENCE = Evidence(EvidenceLevel.LIVE, "test")
MESSAGE = (
    "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not "
    "read: the conversation that the server keeps."
)
WORDS = "fog over the harbour " * 200


class Counting:
    """The reference, whose counts of what goes on become something else."""

    evidence = EVIDENCE

    def __init__(self, change: Callable[[int, Request], int]) -> None:
        self._server, self._change = Server([NAME]), change

    async def send(self, request: Request) -> Response:
        """Answer."""
        response = self._server.answer(request).response
        if not object_of(parse(request.body)).get("previous_response_id"):
            return response
        usage = load_dialect(NAME).decode(Exchange(request, response, EVIDENCE)).reply.usage
        assert usage is not None
        was, made = usage.input or 0, usage.output or 0
        now = self._change(was, request)
        body = response.body
        for member, old, new in (
            ("input_tokens", was, now),
            ("total_tokens", was + made, now + made),
        ):
            body = body.replace(f'"{member}":{old}'.encode(), f'"{member}":{new}'.encode())
        return replace(response, body=body)


def found(change: Callable[[int, Request], int]) -> list[Finding]:
    """Return what is found of all that is asked."""
    seen = run(items(), lambda _: Counting(change))
    return [one for each in seen for one in each.findings if one.rule == "TC146"]


def items() -> list[Item]:
    """Return what is asked."""
    return list(KEPT_LINES.items([target(NAME)], load_suites()))


def test_what_is_new_alone_is_too_little() -> None:
    """It is told of each answer that goes on, in both modes, and keeps the case from being right."""
    seen = list(run(items(), lambda _: Counting(lambda _, sent: len(sent.body) // 4)))
    told = {(one.case, one.mode): one for one in seen if one.mode in Mode}
    for mode in Mode:
        first, *others = (told[f"kept_{n}", mode] for n in (1, 2, 3))
        counted = [one for one in first.findings if one.rule == "TC146"]
        assert {one.message for one in counted} == {MESSAGE}
        places = [one.pointer.partition("/")[0] for one in counted]
        assert places == ["step[2]", "step[3]", "step[4]"]
        assert first.verdict is Verdict.NON_STRICT
        assert {one.verdict for one in others} == {Verdict.CONFORMANT}


@pytest.mark.parametrize(
    "change", [lambda told, _: told, lambda told, _: told // 3, lambda _, __: 0]
)
def test_a_count_with_room_for_the_words_is_not_told(
    change: Callable[[int, Request], int],
) -> None:
    """Half a token a word; and that none is counted is another rule's."""
    assert [one for one in found(change) if one.message == MESSAGE] == []


def reading(status: int = 200, **members: object) -> Reading:
    """Return an answer that counts nine tokens."""
    body: JsonObject = {"model": "m", "input": "And now?", "previous_response_id": "resp_1"}
    request = Request("POST", URL, (), dump({**body, **members}))
    told: JsonObject = {
        "id": "resp_2",
        "object": "response",
        "status": "completed",
        "output": [],
        "usage": {"input_tokens": 9, "output_tokens": 1, "total_tokens": 10},
    }
    response = Response(status, (("content-type", "application/json"),), dump(told))
    return load_dialect(NAME).decode(Exchange(request, response, EVIDENCE))


def test_only_what_goes_on_is_held_to_what_was_said() -> None:
    """A request with its whole history is the rule's own; of few words a count says little."""
    turns: tuple[Turn, ...] = (UserTurn(WORDS), AssistantTurn("Noted."), UserTurn("And now?"))
    assert [one.expected for one in kept_count_faults(turns, reading())] == ["at least 401"]
    assert not list(kept_count_faults(turns, reading(previous_response_id=None)))
    assert not list(kept_count_faults(turns, reading(400)))
    assert not list(kept_count_faults(turns[1:], reading()))


def test_it_is_judged_where_the_turns_that_are_kept_are_known() -> None:
    """Of a step that goes on, and with what else is found of its answer."""
    turns: tuple[Turn, ...] = (UserTurn(WORDS), AssistantTurn("Noted."), UserTurn("And now?"))
    on = Step(Expectation(), user="And now?", continues=True)
    told = [
        [one.message for one in judge(step, reading(), turns=known).findings].count(MESSAGE)
        for step, known in ((on, turns), (on, ()), (replace(on, continues=False), turns))
    ]
    assert told == [1, 0, 0]
