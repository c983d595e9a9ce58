"""TC164: responses-usage-is-whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.streaming.stream_responses import ENDS
from toolwire.rules.views.excerpt import excerpt

_DETAILS: Final = ("input_tokens_details", "output_tokens_details")
#: States of a response whose tokens can be counted.
_ENDED: Final = ("completed", "incomplete")


def _is_whole(reading: Reading) -> Iterator[Violation]:
    for pointer, response in _responses(reading):
        if response.get("object") != "response" or response.get("status") not in _ENDED:
            continue
        usage = response.get("usage")
        # The type does not require it, and whoever keeps a part of a stream may have left it out.
        if usage is None and isinstance(reading.request, dict):
            message = "A response that ended tells no usage."
            yield Violation(f"{pointer}/usage", message, "an object", None)
        # Of counts under other names TC118 tells.
        elif isinstance(usage, dict) and {"input_tokens", "output_tokens"} <= usage.keys():
            yield from _details(usage, f"{pointer}/usage")
        return


def _responses(reading: Reading) -> Iterator[tuple[str, JsonObject]]:
    if reading.mode is Mode.BLOCKING:
        yield "", object_of(reading.body if isinstance(reading.body, dict) else None)
        return
    for event in reading.events:
        data = event.json
        if isinstance(data, dict) and data.get("type") in (*ENDS,):
            yield f"event[{event.number}]/response", object_of(data.get("response"))


def _details(usage: JsonObject, at: str) -> Iterator[Violation]:
    for member in _DETAILS:
        if not isinstance(usage.get(member), dict):
            message = "The usage lacks what its published type requires."
            yield Violation(f"{at}/{member}", message, "an object", excerpt(usage.get(member)))
            return


_Change = Callable[[JsonObject], None]


def _without(*members: str) -> _Change:
    def change(response: JsonObject) -> None:
        usage = object_of(response["usage"])
        response["usage"] = {key: one for key, one in usage.items() if key not in members}

    return change


def _untold(response: JsonObject) -> None:
    response["usage"] = None


def _in_last(change: _Change) -> Callable[[list[Frame]], None]:
    return lambda stream: change(object_of(object_of(stream[-1][1])["response"]))


def _mutations() -> Iterator[Mutation]:
    for fault, change in (
        ("no usage", _untold),
        ("no details", _without(*_DETAILS)),
        ("no details of the answer", _without(_DETAILS[1])),
    ):
        for mode, make in (
            (Mode.BLOCKING, edit.body(change)),
            (Mode.STREAMING, edit.frames(_in_last(change))),
        ):
            yield Mutation("openai-responses", mode, "single_call", make, fault)


RULE = Rule(
    id="TC164",
    name="responses-usage-is-whole",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "A response that ended, whole or cut, tells its usage, with input_tokens_details and "
        "output_tokens_details. All recorded ones do, of seven vendors."
    ),
    why="Typed clients refuse the whole turn for want of a count, after its tokens were paid for.",
    breaks=(
        "Grok Build ends its turn (router-for-me/CLIProxyAPI#4985), databricks-langchain raises "
        "ValidationError (databricks/databricks-ai-bridge#461), agentgateway loses its usage trace."
    ),
    workaround="Take a missing detail for 0.",
    source=Source(
        "spec",
        "openai 3.52.0 types/responses/response_usage.py: both details are required; Open Responses, "
        "Usage",
        "https://developers.openai.com/api/reference/resources/responses",
        "2026-11-28",
    ),
    check=_is_whole,
    mutations=tuple(_mutations()),
    cases="""
CLIProxyAPI | usage without output_tokens_details: Grok Build ends its turn | https://github.com/router-for-me/CLIProxyAPI/issues/4985 | issue closed 2026-08
Unity AI Gateway | usage without details: databricks-langchain raises | https://github.com/databricks/databricks-ai-bridge/issues/461 | issue open 2026-08
oMLX | usage without input_tokens_details: usage is not traced | https://github.com/jundot/omlx/issues/1008 | PR merged 2026-05
""",
)
