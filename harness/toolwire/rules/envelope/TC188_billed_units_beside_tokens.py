"""TC188: billed-units-beside-tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.places import Place

_BILLED: Final = "billed_units"
_BOTH: Final = ("input_tokens", "output_tokens")


def _are_told(reading: Reading) -> Iterator[Violation]:
    for pointer, usage in _usages(reading):
        billed, tokens = object_of(usage.get(_BILLED)), object_of(usage.get("tokens"))
        # What is not counted at all is another rule's: TC118 tells of `tokens`, TC908 of one mode's counts.
        if any(billed.get(one) is None for one in _BOTH if tokens.get(one) is not None):
            message = "The tokens are counted, and nothing says how many are billed."
            shown = excerpt(usage.get(_BILLED))
            yield Violation(f"{pointer}/{_BILLED}", message, "a count of input and output", shown)


def _usages(reading: Reading) -> Iterator[tuple[str, JsonObject]]:
    """Yield where a reply tells its usage, and what."""
    if reading.mode is Mode.BLOCKING:
        body = reading.body if isinstance(reading.body, dict) else None
        yield "/usage", object_of(object_of(body).get("usage"))
        return
    for event in reading.events:
        data = event.json if isinstance(event.json, dict) else {}
        if data.get("type") == "message-end":
            usage = object_of(object_of(data.get("delta")).get("usage"))
            yield f"event[{event.number}]/delta/usage", usage


def _told(where: Place) -> Iterator[JsonObject]:
    for document in edit.objects(where):
        for holder in (document, object_of(document.get("delta"))):
            yield object_of(holder.get("usage"))


def _unbilled(_name: str, where: Place) -> None:
    for usage in _told(where):
        usage.pop(_BILLED, None)


def _half_billed(_name: str, where: Place) -> None:
    for usage in _told(where):
        object_of(usage.get(_BILLED)).pop("output_tokens", None)


RULE = Rule(
    id="TC188",
    name="billed-units-beside-tokens",
    severity={"cohere-v2": Severity.WARNING},
    statement=(
        "A reply of Cohere's v2 that counts its tokens says how many of them are billed, too: "
        "`usage.billed_units` has each of input_tokens and output_tokens that `usage.tokens` has. "
        "All recorded ones do."
    ),
    why=(
        "What is billed are fewer tokens than are counted, so programs that tell costs read these. "
        "The type lets them be left out, and what reads them by their names alone raises."
    ),
    breaks=(
        "programs that read usage.billed_units.input_tokens of cohere-python's reply: "
        "AttributeError on None"
    ),
    workaround="Read usage.tokens where there are no billed units.",
    source=Source(
        "docs",
        "Cohere: how are costs calculated, billed tokens and generic tokens stand side by side in each reply",
        "https://docs.cohere.com/docs/how-does-cohere-pricing-work",
        "2026-11-29",
    ),
    check=_are_told,
    mutations=(
        *mutations_for("single_call", changed(_unbilled), fault="none told"),
        *mutations_for("single_call", changed(_half_billed), fault="no output told"),
    ),
)
