"""What a provider's own documentation says of an answer: its words, and which there are.

A documented answer follows the provider's own file (`documented`, `wire`). Where the file says
nothing, nobody's habits stand in for it: there is no such answer, and no such facet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from toolwire.dialects import load_dialect
from toolwire.dialects.described import OF_CALLS
from toolwire.dialects.voice import Voice, fits
from toolwire.jobs.audit import legacy
from toolwire.jobs.audit.plan import Item
from toolwire.model.exchange import Evidence, EvidenceLevel
from toolwire.model.observation import Observation
from toolwire.model.reply import Reading
from toolwire.providers.model import Capability, Link, Provider
from toolwire.suites.load import shipped_suites

#: Facets without which an answer that shows them would be somebody else's.
_NEEDED = ("call_field", "arguments", "id_pattern", "stop_on_call", "error_field")
_REASONING = "reasoning_field"
#: The suite of one plain call.
_PLAIN = "single_call"
#: The suite that asks for the older functions, and the word of who documents that it serves them.
_FUNCTIONS = "legacy_function_call"
_SERVED = "supported"


def documented_capability(item: Item) -> Capability | None:
    """Return what the provider's own pages say of an item; None when they say nothing.

    What nobody has confirmed says nothing, and what the mirrored provider's pages say is not
    the provider's own, unless its own say that it answers alike. A suite of the user's own can
    stand in no file: of it the pages say as much as of calls at all.
    """
    known, suite = item.target.provider.documented, item.suite.id
    places = [f"{suite}.{item.case.id}", suite, *(() if suite in _shipped() else (_PLAIN,))]
    # What its own pages say of the suite comes before what the mirrored one's say of the case.
    found = next((known[place] for place in places if place in known and known[place].own), None)
    return found if found is not None and found.confirmed else None


@cache
def _shipped() -> frozenset[str]:
    # A suite's file has its id for a name.
    return frozenset(path.stem for path in shipped_suites().glob("*.yaml"))


def page_of(item: Item) -> Link | None:
    """Return the page that an item's documented answer rests on; None when there is none."""
    found = documented_capability(item)
    return found.source if found is not None else None


def evidence_of(item: Item) -> Evidence:
    """Return how we know a documented answer: the page, and the day it was read."""
    link = page_of(item)
    if link is None:
        return Evidence(EvidenceLevel.DOCUMENTED, f"provider file {item.target.provider.id}")
    return Evidence(EvidenceLevel.DOCUMENTED, link.url, link.read)


def voice_of(provider: Provider) -> Voice:
    """Return how a provider documents that it writes what its format leaves open."""
    wire = provider.wire
    ids, error = wire.get("id_pattern"), wire.get("error_field")
    several = provider.capability("parallel_calls")
    return Voice(
        words={key: fact.words for key, fact in wire.items()},
        call_id=ids.example if ids is not None else "",
        error=error.body if error is not None else None,
        status=error.status if error is not None else None,
        most_calls=1 if several is not None and several.own and several.absent else None,
    )


def unsaid(provider: Provider, facets: Mapping[str, str], *, thought: bool) -> str | None:
    """Return what of an answer is not as the provider documents it; None when all is.

    Args:
        provider: the route that answers.
        facets: what the answer shows, its calls in particular.
        thought: the answer holds reasoning.
    """
    known = provider.wire
    dialect = load_dialect(provider.dialect)
    if thought and not dialect.wire.reasoning_named and _REASONING not in known:
        return f"{_REASONING} is not documented"
    # Where calls are text, no stop word could tell one.
    aside = {"stop_on_call"} if dialect.in_words else set()
    for key in (key for key in _NEEDED if key not in aside):
        if key in facets and key not in known:
            return f"{key} is not documented"
    for key, shown in facets.items():
        if key in known and any(not _fitting(known[key].words, word) for word in _words(shown)):
            return f"{key} is documented as {' or '.join(known[key].words)}, not {shown}"
    return None


def shown_in_calls(readings: Iterable[Reading]) -> Mapping[str, str]:
    """Return the facets that the calls of answers show, one way or another.

    A call that a tool choice forces, or that is one of `functions`, says nothing of how a server
    writes calls as a rule (`described`), and has to be in the vendor's words all the same.
    """
    found: dict[str, dict[str, None]] = {}
    for reading in readings:
        for key, word in load_dialect(reading.dialect).facets(reading).items():
            if key in OF_CALLS:
                found.setdefault(key, {})[word] = None
    return {key: "; ".join(words) for key, words in found.items()}


def own_words(provider: Provider, facets: Mapping[str, str]) -> Mapping[str, str]:
    """Return the facets that the provider documents, in the words of its documentation."""
    found = {
        key: "; ".join(dict.fromkeys(reported))
        for key, shown in facets.items()
        if key in provider.wire
        and (reported := tuple(_documented_words(provider.wire[key].words, shown)))
    }
    if facets.get(legacy.FACET) == _SERVED and _serves_functions(provider):
        found[legacy.FACET] = _SERVED
    return found


def _serves_functions(provider: Provider) -> bool:
    served = provider.capability(_FUNCTIONS)
    return served is not None and served.value == "yes" and served.confirmed and served.own


def as_documented(seen: Observation, provider: Provider) -> Observation:
    """Return an observation with the facets its evidence carries.

    Bytes that were composed from documentation show only what is documented.
    """
    if seen.evidence.level is not EvidenceLevel.DOCUMENTED or not seen.facets:
        return seen
    return replace(seen, facets=own_words(provider, seen.facets))


def _documented_words(words: tuple[str, ...], shown: str) -> Iterator[str]:
    for word in _words(shown):
        yield from (reported for reported in words if fits(reported, word))


def _fitting(words: tuple[str, ...], shown: str) -> bool:
    return any(fits(word, shown) for word in words)


def _words(shown: str) -> list[str]:
    """Return the words of a facet, of which the steps of a case may show several."""
    return shown.split("; ")
