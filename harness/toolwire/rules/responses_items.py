"""Rules about the items in which openai-responses makes calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.excerpt import kind_of
from toolwire.rules.faults import Change, changed, identified, planted, without
from toolwire.rules.native import response_items
from toolwire.rules.places import Place, copies
from toolwire.rules.rule import Flaw, Rule, Source
from toolwire.rules.streamed import filled
from toolwire.rules.wires import RESPONSES, cut_short

__all__ = ["RULES"]

_READ = "2026-11-21"
_URL = "https://developers.openai.com/api/docs/guides/function-calling"


def _flat_item(reading: Reading) -> Iterator[Flaw]:
    for pointer, raw in response_items(reading):
        item = object_of(raw)
        if "function" in item:
            message = "The call is nested as in Chat Completions."
            yield Flaw(f"{pointer}/function", message, "absent", kind_of(item["function"]))
            continue
        if not filled(item.get("name")):
            yield Flaw(f"{pointer}/name", "The call has no name.", "a name", item.get("name"))
        if "arguments" not in item and not cut_short(reading):
            yield Flaw(f"{pointer}/arguments", "The call has no arguments key.", "string", None)


def _own_call_id(reading: Reading) -> Iterator[Flaw]:
    for pointer, raw in response_items(reading):
        item = object_of(raw)
        known = item.get("call_id")
        if filled(known) and known == item.get("id"):
            message = "The call_id is the id of the item."
            yield Flaw(f"{pointer}/call_id", message, "an id of its own", known)


def _nested(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        call["function"] = {"name": call.pop("name"), "arguments": call.pop("arguments")}


def _same_id(name: str, mode: Mode) -> Change:
    def apply(exchange: Exchange) -> Exchange:
        found: list[str] = []

        def read(dialect: str, where: Place) -> None:
            found.append(str(copies(dialect, where)[0][0]["id"]))

        changed(read)(name, mode)(exchange)
        return identified(found[0])(name, mode)(exchange)

    return apply


def _no_arguments(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        call.pop("arguments")


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC111",
        name="responses-function_call-item",
        severity={RESPONSES: Severity.ERROR},
        statement=(
            "A call is a flat item of type function_call with a non-empty `name` and the key "
            "`arguments` (its type is TC301's, its `call_id` TC201's); nothing is nested in a "
            "`function` as in Chat Completions."
        ),
        why="Clients of one shape read no name and no arguments out of the other.",
        breaks=(
            "openai-python's stream helper (TypeError), LangChain (TypeError, ValidationError), "
            "the Vercel AI SDK (refuses the reply); crewAI dropped the arguments."
        ),
        workaround=(
            "Read name and arguments where the chat shape has them, below `function`, when they "
            "are not on the item."
        ),
        source=Source("spec", "openai 3.52.0 types: response_function_tool_call.py", _URL, _READ),
        check=_flat_item,
        mutations=(
            *planted("single_call", without("name"), (RESPONSES,), fault="no name"),
            *planted("single_call", changed(_no_arguments), (RESPONSES,), fault="no arguments"),
            *planted("single_call", changed(_nested), (RESPONSES,), fault="nested"),
        ),
    ),
    Rule(
        id="TC210",
        name="call_id-vs-item-id",
        severity={RESPONSES: Severity.WARNING},
        statement=(
            "The `call_id` of a call is another than the `id` of its item, which may be absent."
        ),
        why="Results refer to the call_id; a client that mixes the two gets no match.",
        breaks=(
            "pi (earendil-works/pi#9057: duplicate call_id). No client that was tried does another "
            "thing when both ids are alike."
        ),
        workaround="Send results with the call_id as it came, and never with the item id.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_own_call_id,
        needs_ids=True,
        mutations=planted("single_call", _same_id, (RESPONSES,)),
    ),
)
