"""TC210: call_id-vs-item-id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import Change, changed, identified, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.places import Place, copies
from toolwire.rules.views.streamed import filled

#: The ids of the reference responder.
_ITEM_ID: Final = re.compile(rb"fc_\w+")
_CALL_ID: Final = re.compile(rb"call_[A-Za-z0-9]{24}")
#: What ids of calls begin with, and no item's does.
_OF_CALLS: Final = "call_"


def _own_call_id(reading: Reading) -> Iterator[Violation]:
    for pointer, raw in native_calls(reading):
        item = object_of(raw)
        known = item.get("call_id")
        if filled(known) and known == item.get("id"):
            message = "The call_id is the id of the item."
            yield Violation(f"{pointer}/call_id", message, "an id of its own", known)
        elif filled(item.get("id")) and str(item["id"]).startswith(_OF_CALLS):
            message = "The id of the item is in the form of a call's, which is none of an item."
            yield Violation(f"{pointer}/id", message, "fc_...", item["id"])


def _same_id(name: str, mode: Mode) -> Change:
    def apply(exchange: Exchange) -> Exchange:
        found: list[str] = []

        def read(dialect: str, where: Place) -> None:
            found.append(str(copies(dialect, where)[0][0]["id"]))

        changed(read)(name, mode)(exchange)
        return identified(found[0])(name, mode)(exchange)

    return apply


def _swapped(_name: str, _mode: Mode) -> Change:
    """Plant the item's id where the call's is, and the other way round, wherever they stand."""

    def swap(body: bytes) -> bytes:
        item, call = _ITEM_ID.search(body), _CALL_ID.search(body)
        assert item is not None
        assert call is not None
        return body.replace(item[0], b"?").replace(call[0], item[0]).replace(b"?", call[0])

    return edit.raw_body(swap)


RULE = Rule(
    id="TC210",
    name="call_id-vs-item-id",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "The `call_id` of a call is another than the `id` of its item, which may be absent and is "
        "no `call_...`."
    ),
    why=(
        "Results refer to the call_id; a client that mixes the two gets no match. OpenAI refuses a "
        "history whose items have ids of calls."
    ),
    breaks=(
        "pi (earendil-works/pi#9057: duplicate call_id). No client that was tried does another "
        "thing when both ids are alike. OpenAI answers 400 to an item `call_...` that is sent "
        "back: Expected an ID that begins with 'fc'."
    ),
    workaround="Send results with the call_id as it came, and never with the item id.",
    check=_own_call_id,
    needs_ids=True,
    mutations=(
        *mutations_for("single_call", _same_id),
        *mutations_for("single_call", _swapped, fault="the ids swapped"),
    ),
    cases="""
Responses-compatible provider | function_call without item id; adapter sends duplicate call_id "undefined" | https://github.com/earendil-works/pi/issues/9057 | issue closed 2026-09
tingly-box | item ids of the calls are call_..., and OpenAI refuses the history | https://github.com/tingly-dev/tingly-box/issues/1445 | PR merged 2026-07
sub2api | the same with histories of OpenCode | https://github.com/Wei-Shaw/sub2api/issues/1505 | PR open 2026-04
""",
)
