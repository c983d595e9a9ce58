"""What `verify` asks a server beside the suites: results that are JSON documents with long integers.

They are texts, which nobody has to read. Asked in both modes and of two tools, a server that reads them and writes
them anew shows itself in every answer (TC759).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.rules.mutate.json_results import JSON_RESULTS
from toolwire.suites import Suite

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "argument_fidelity"
_MARK: Final = "json_result_"
_TITLE: Final = "A result that is a JSON document"
_ROUNDS: Final = (
    WrittenCalls("get_invoice", "customer", (("Holm", JSON_RESULTS[0]),)),
    WrittenCalls("find_freight", "port", (("Turku", JSON_RESULTS[1]),)),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if takes_tools(target):
        cases = (
            one.case(suite.id, f"{_MARK}{number}", _TITLE, "what it returned")
            for number, one in enumerate(_ROUNDS, start=1)
        )
        yield from in_both_modes(target, suite, cases)


JSON_RESULT_CASES: Final = BesideSuite(SUITE, _MARK, _items)
