"""History of a request of Converse, as rules see it."""

from __future__ import annotations

from toolwire.dialects.bedrock_converse.sent import history
from toolwire.model.conversation import Json, JsonObject


def _turn(*blocks: Json) -> JsonObject:
    asked: Json = {"role": "user", "content": [{"text": "Which day?"}]}
    return {"messages": [asked, {"role": "assistant", "content": [*blocks]}]}


def _use(name: str, **more: Json) -> Json:
    return {"toolUse": {"toolUseId": f"id_{name}", "name": name, "input": {}, **more}}


def _result(identity: Json, **more: Json) -> Json:
    return {"toolResult": {"toolUseId": identity, "content": [{"json": {}}], **more}}


def test_what_the_service_ran_is_no_call_of_the_client() -> None:
    """A call of a system tool and its result beside it are told from the client's own call."""
    served = _use("sum", type="server_tool_use"), _result("id_sum", type="sum_result")
    step = list(history(_turn(*served, _use("day", type="tool_use"))))[1]
    assert [call.name for call in step.calls] == ["day"]
    assert step.results == ()
    assert step.other == 2


def test_a_result_of_no_system_tool_stays_a_result() -> None:
    """Beside a call of the client's own, or with an id that is no text, it is still one."""
    step = list(history(_turn(_use("day"), _result("id_day"), _result([1]))))[1]
    assert [result.id for result in step.results] == ["id_day", None]
