"""Which of the dialects that were seen are audited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from toolwire.jobs.verify.address import Address
from toolwire.jobs.verify.forms import detected, ranked
from toolwire.jobs.verify.sighting import FAILED, DialectSighting, Presence
from toolwire.model.errors import CUT_OFF, HUNG_UP, TrafficError
from toolwire.providers import load_providers
from toolwire.providers.load import provider_of_host

AUTO: Final = "auto"
ALL: Final = "all"
#: What a user asks for: a dialect, `auto` or `all`.
Wanted = str
#: Characters of what a server said that are repeated.
_LONGEST: Final = 200
#: Confidences are compared in steps: a little more of the same says nothing.
_STEP: Final = 0.1


def wanted(dialect: Wanted) -> tuple[str, ...]:
    """Return the dialects to look for."""
    return detected() if dialect in (AUTO, ALL) else (dialect,)


def chosen(
    seen: Sequence[DialectSighting], dialect: Wanted, address: Address
) -> tuple[DialectSighting, ...]:
    """Return the sightings to audit: all that are usable, or the likeliest.

    The likeliest is that of the endpoint the user gave, then that of a known host, then the
    surest; of equally sure ones that which was found at the very address, where that has a
    path, and then the first in the order of `ranked`. A dialect that the user names is audited
    wherever it answers, in whatever shape: what is wrong with the shape, the rules tell.

    Raises:
        TrafficError: nothing can be asked: no answer, or a key is wanted.
    """
    usable = [one for one in seen if one.usable]
    if dialect == ALL:
        order = {name: number for number, name in enumerate(ranked())}
        found = sorted(usable, key=lambda one: order[one.dialect])
    else:
        known = _of_host(address)
        named = [one for one in seen if one.answered and one.dialect == dialect]
        found = sorted(usable, key=lambda one: _rank(one, address, known))[:1] or named[:1]
    if not found:
        _explain(seen, address)
    return tuple(found)


def _rank(one: DialectSighting, address: Address, known: str) -> tuple[bool, bool, int, bool, int]:
    elsewhere = address.base not in (address.origin, one.base_url)
    return (
        one.dialect != address.names,
        one.dialect != known,
        -int(one.confidence / _STEP),
        elsewhere,
        ranked().index(one.dialect),
    )


def _of_host(address: Address) -> str:
    """Return the first dialect of the provider that answers at a host; "" for a stranger."""
    found = provider_of_host(urlsplit(address.base).netloc)
    return next((p.dialect for p in load_providers() if p.id == found), "") if found else ""


def _explain(seen: Sequence[DialectSighting], address: Address) -> None:
    """Raise where that nothing is usable means that nothing could be asked."""
    where = address.base
    best = max(seen, key=lambda one: one.confidence)
    if all(one.presence is Presence.UNREACHED for one in seen):
        why = seen[0].refusal or "no answer"
        hint = "is the server running, and is this its address?"
        if why.startswith((HUNG_UP, CUT_OFF)):
            hint = "it took the request: see its log, and that of what stands before it"
        raise TrafficError(why, where=where, hint=hint)
    locked = [one for one in seen if one.presence is Presence.LOCKED]
    if locked and best.presence in (Presence.LOCKED, Presence.ABSENT):
        hint = "name the environment variable of the key with --key-env"
        refused = f"it wants a key, or does not take this one{_said(locked)}"
        raise TrafficError(refused, where=where, hint=hint)
    busy = [one for one in seen if one.presence is Presence.BUSY]
    if busy and best.presence is Presence.BUSY:
        fact = best.facts[-1].text if best.facts else "it fails"
        hint = "see its log; if it wants a key, name its variable with --key-env"
        failure = f"it may speak {best.dialect}, but {fact}{_said([best])}"
        raise TrafficError(failure, where=where, hint=hint)
    reached = [one for one in seen if one.presence is not Presence.UNREACHED]
    if all(one.status >= FAILED for one in reached):
        failure = f"it fails with HTTP {reached[0].status} whatever it is asked{_said(reached)}"
        raise TrafficError(failure, where=where, hint="see its log")


def _said(seen: Sequence[DialectSighting]) -> str:
    """Return the first words of its own that a server refused or failed with, for a message."""
    words = next((one.refusal for one in seen if one.refusal), "")
    return f"; it said: {' '.join(words.split())[:_LONGEST]}" if words else ""
