"""TC190: unknown-member.

A member is known where the vendor whose format the dialect is documents it. What other
providers add to the format is drift in their answers, whether they document it or not: no
client of the format knows it. The report tells since when each has been seen, so that a monthly
review sees what is new and what has long been there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import DIALECTS
from toolwire.model.conversation import JsonObject
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.places import Place, copies
from toolwire.rules.views.unknown_members import unknown_members

#: Flaws an exchange may have; what is another format altogether needs no longer list.
_MOST: Final = 20

#: What a member of an API is called. Anything else is a key of somebody's data, which is not
#: to stand in a pointer.
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}", re.ASCII)


def _unknown_member(reading: Reading) -> Iterator[Violation]:
    # Each of a place once: items of an array share their place, and so do events of a stream.
    reported: set[tuple[int, str | None]] = set()
    for here, pointer, value in unknown_members(reading):
        for name in value:
            if name in here.names:
                continue
            shown = name if _NAME.fullmatch(name) else None
            told_of = (id(here), shown)
            if told_of not in reported and len(reported) < _MOST:
                reported.add(told_of)
                yield _violation(pointer, shown, value)


def _violation(holder: str, name: str | None, value: JsonObject) -> Violation:
    message = "The format's schema does not know a member."
    if name is None:
        return Violation(holder, message, None, "a name that is no API's")
    return Violation(f"{holder}/{name}", message, None, kind_of(value[name]))


def _new_member(holder: JsonObject) -> None:
    holder["novelty"] = {"level": 1}


def _on_top(_dialect: str, where: Place) -> None:
    """Add a member to a body, or to each event of a stream."""
    for holder in edit.objects(where):
        _new_member(holder)


def _in_a_call(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        _new_member(call)


RULE = Rule(
    id="TC190",
    name="unknown-member",
    severity=dict.fromkeys(DIALECTS, Severity.INFO),
    statement=(
        "Responses and stream events have the members that the vendor of the format documents. "
        "Others are reported as drift, each of a place once an exchange and at most twenty; "
        "inside free-form objects (arguments, schemas, results of tools that the service "
        "runs) nothing is looked at."
    ),
    why=(
        "It is how an API's new fields are first seen, and how the extensions of compatible "
        "providers are told from the format. Vendors reserve the right to add members."
    ),
    workaround="Pass over members you do not know; where one is needed, read it as optional.",
    source=Source(
        "spec",
        "The schemas of this project, from the response types of openai 3.52.0, anthropic "
        "2.11.0 (beta types included), google-genai 3.4.0, cohere 7.3.1, ollama 0.6.3 and "
        "botocore 1.44.5",
        "https://platform.claude.com/docs/en/api/versioning",
        "2026-11-21",
    ),
    check=_unknown_member,
    always=True,
    mutations=(
        *mutations_for("single_call", changed(_on_top), fault="on top"),
        *mutations_for("parallel_calls", changed(_in_a_call), EVERYWHERE, fault="in a call"),
        *mutations_for("refused", changed(_on_top), modes=(Mode.BLOCKING,), fault="in an error"),
    ),
    shim=Shim("pass_over_unknown_members"),
)
