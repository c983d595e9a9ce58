"""What holds for every reference responder, whatever its format."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.support.lane import Lane
from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall, Refusal, load_dialect
from toolwire.model.exchange import Mode

every_lane = pytest.mark.parametrize("lane", LANES.values(), ids=LANES)
every_mode = pytest.mark.parametrize("mode", Mode)
CALL = PlannedCall("get_time", {"zone": "UTC"})


@every_mode
@every_lane
def test_ids_go_on_through_a_conversation(lane: Lane, mode: Mode) -> None:
    """Call n of a conversation has one id, whatever turn its reply is numbered by."""
    pair = Answer(calls=(CALL, CALL))
    first, middle, last = (lane.answered(replace(pair, turn=turn), mode).reply for turn in range(3))
    if not lane.ids:
        assert {call.id for reply in (first, last) for call in reply.tool_calls} == {None}
        return
    assert middle.tool_calls[0].id == first.tool_calls[1].id
    assert len({call.id for reply in (first, last) for call in reply.tool_calls}) == 4


@every_mode
@every_lane
def test_equal_requests_get_equal_bytes(lane: Lane, mode: Mode) -> None:
    """Nothing is drawn by chance, and no clock is asked."""
    answer = Answer("Now.", (CALL, CALL), reasoning="Hm.")
    one, two = (lane.answered(answer, mode).exchange for _ in range(2))
    assert one.response == two.response


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, "invalid_request"),
        (401, "authentication"),
        (404, "not_found"),
        (429, "rate_limit"),
        (500, "server_error"),
    ],
)
@every_mode
@every_lane
def test_a_refusal_is_an_error_with_its_status(
    lane: Lane, mode: Mode, status: int, kind: str
) -> None:
    """It is a JSON body that satisfies the error schema, also where a stream was asked for."""
    reading = lane.answered(Answer(refusal=Refusal(status, kind, "No.")), mode)
    lane.wire.check_bodies(reading)
    assert (reading.mode, reading.exchange.response.status) == (Mode.BLOCKING, status)
    assert reading.reply.error is not None
    assert reading.reply.error.message == "No."


@every_lane
def test_a_request_that_is_no_json_is_answered_all_the_same(lane: Lane) -> None:
    """The responder decides nothing; refusing is the reference mind's work."""
    request = replace(lane.wire.request(lane.asked), body=b"{")
    assert lane.wire.dialect.respond(request, Answer(text="Hi.")).status == 200


@every_mode
@every_lane
def test_blanks_around_values_are_none_of_the_prompt(lane: Lane, mode: Mode) -> None:
    """A gateway that writes a request anew, with a blank behind each colon, does not make its prompt longer."""
    reading = lane.answered(Answer(text="Hello."), mode)
    request = reading.exchange.request
    assert request is not None
    body = json.dumps(json.loads(request.body), ensure_ascii=False).encode()
    assert len(body) > len(request.body)
    dialect = load_dialect(reading.dialect)
    response = dialect.respond(replace(request, body=body), Answer(text="Hello."))
    again = dialect.decode(replace(reading.exchange, response=response))
    assert again.reply.usage == reading.reply.usage
