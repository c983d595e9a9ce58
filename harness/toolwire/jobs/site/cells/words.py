"""The words of a cell's page: what a verdict, a level and a basis mean, and short JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.io.json_text import JsonError, dump
from toolwire.jobs.site.cells.place import FindingPlace, PlaceKind
from toolwire.model.conversation import Json
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis

#: Characters of what a finding expected and found; of others' traffic no more is ever shown.
_MOST_OF_VALUE: Final = 80

VERDICTS: Final[Mapping[Basis, Mapping[Verdict, str]]] = {
    Basis.ASKED: {
        Verdict.CONFORMANT: "Every answer was as the format and the cases require.",
        Verdict.NON_STRICT: "Nothing that breaks an official client, but warnings.",
        Verdict.FAILED: "At least one answer breaks official clients, or is not what its case "
        "requires of the wire.",
        Verdict.UNSUPPORTED: "Documented as absent, or refused cleanly.",
        Verdict.INCONCLUSIVE: "The model did not do what the cases need, so that nothing is known.",
        Verdict.NOT_RUN: "At least one case could not be looked at.",
    },
    Basis.SUBMITTED: {
        Verdict.CONFORMANT: "Every answer that was handed in is as the format and the cases require.",
        Verdict.NON_STRICT: "Nothing in what was handed in breaks an official client, but there are "
        "warnings.",
        Verdict.FAILED: "At least one answer that was handed in breaks official clients, or is not "
        "what its case requires of the wire.",
        Verdict.UNSUPPORTED: "Documented as absent, or refused cleanly.",
        Verdict.INCONCLUSIVE: "The model did not do what the cases need, so that nothing is known.",
        Verdict.NOT_RUN: "Of at least one case nothing was handed in that could be judged.",
    },
    Basis.SEEN: {
        Verdict.CONFORMANT: "No exchange that was seen breaks a rule.",
        Verdict.NON_STRICT: "Exchanges that were seen break rules, though none that breaks an "
        "official client.",
        Verdict.FAILED: "At least one exchange that was seen breaks a rule that breaks official "
        "clients.",
        Verdict.UNSUPPORTED: "Refused, or documented as absent.",
        Verdict.INCONCLUSIVE: "What was seen decides nothing.",
        Verdict.NOT_RUN: "At least one exchange could not be judged.",
    },
    Basis.DOCUMENTED: {
        Verdict.CONFORMANT: "The vendor documents it; no server of the provider was looked at.",
        Verdict.NON_STRICT: "The documented form has warnings; no server was looked at.",
        Verdict.FAILED: "The documented form breaks a rule; no server was looked at.",
        Verdict.UNSUPPORTED: "The vendor documents that it is absent; no server was looked at.",
        Verdict.INCONCLUSIVE: "The documentation does not decide it.",
        Verdict.NOT_RUN: "Not looked at.",
    },
}

BASES: Final[Mapping[Basis, str]] = {
    Basis.ASKED: "Asked: toolwire sent the requests of this suite itself, and held each answer to "
    "the rules and to what its case requires.",
    Basis.SUBMITTED: "Submitted: somebody sent the requests of this suite with toolwire and handed in "
    "the answers. Toolwire judged them anew; that proves the verdict, and not who answered.",
    Basis.SEEN: "Seen: traffic that others recorded happens to show this feature. It was held to "
    "the rules; nobody sent the cases of this suite.",
    Basis.DOCUMENTED: "Documented: put together from the vendor's documentation. It proves that "
    "toolwire works, and nothing about the provider.",
}

LEVELS: Final[Mapping[EvidenceLevel, str]] = {
    EvidenceLevel.LIVE: "live (the run of these results called the server)",
    EvidenceLevel.RECORDED: "recorded (toolwire recorded the server's own answers)",
    EvidenceLevel.SUBMITTED: "submitted (handed in as recorded with toolwire, and judged anew)",
    EvidenceLevel.IMPORTED: "imported (somebody else recorded the traffic; the source is named)",
    EvidenceLevel.DOCUMENTED: "documented (no server was called)",
}

_PLACES: Final[Mapping[PlaceKind, str]] = {
    PlaceKind.VALUE: "marked",
    PlaceKind.MISSING: "missing; marked where it should stand",
    PlaceKind.WITHIN: "inside of the value that is marked",
    PlaceKind.EVENT: "the event that is marked",
    PlaceKind.END: "marked at the end of the stream",
    PlaceKind.BODY: "about the whole body",
    PlaceKind.STATUS: "the status that is marked",
    PlaceKind.HEADER: "the header that is marked",
    PlaceKind.NO_HEADER: "a header that is not there",
    PlaceKind.NOWHERE: "not found in the bytes, so not marked",
}


def place_words(place: FindingPlace) -> str:
    """Return where a finding stands: `marked`, `missing; marked where it should stand`."""
    return _PLACES[place.kind]


def value_words(value: Json) -> str:
    """Return what a finding expected or found, in at most 80 characters; "" for null."""
    if value is None:
        return ""
    try:
        text = value if isinstance(value, str) else dump(value).decode("utf-8", "replace")
    except (JsonError, UnicodeError, TypeError):
        return "a value that cannot be written"
    return text if len(text) <= _MOST_OF_VALUE else f"{text[: _MOST_OF_VALUE - 1]}…"
