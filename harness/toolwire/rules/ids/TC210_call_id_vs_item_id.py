"""TC210: call_id-vs-item-id."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.faults import Change, changed, identified, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.places import Place, copies
from toolwire.rules.views.streamed import filled


def _own_call_id(reading: Reading) -> Iterator[Violation]:
    for pointer, raw in native_calls(reading):
        item = object_of(raw)
        known = item.get("call_id")
        if filled(known) and known == item.get("id"):
            message = "The call_id is the id of the item."
            yield Violation(f"{pointer}/call_id", message, "an id of its own", known)


def _same_id(name: str, mode: Mode) -> Change:
    def apply(exchange: Exchange) -> Exchange:
        found: list[str] = []

        def read(dialect: str, where: Place) -> None:
            found.append(str(copies(dialect, where)[0][0]["id"]))

        changed(read)(name, mode)(exchange)
        return identified(found[0])(name, mode)(exchange)

    return apply


RULE = Rule(
    id="TC210",
    name="call_id-vs-item-id",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "The `call_id` of a call is another than the `id` of its item, which may be absent."
    ),
    why="Results refer to the call_id; a client that mixes the two gets no match.",
    breaks=(
        "pi (earendil-works/pi#9057: duplicate call_id). No client that was tried does another "
        "thing when both ids are alike."
    ),
    workaround="Send results with the call_id as it came, and never with the item id.",
    check=_own_call_id,
    needs_ids=True,
    mutations=mutations_for("single_call", _same_id),
    cases="""
Responses-compatible provider | function_call without item id; adapter sends duplicate call_id "undefined" | https://github.com/earendil-works/pi/issues/9057 | issue closed 2026-09
""",
)
