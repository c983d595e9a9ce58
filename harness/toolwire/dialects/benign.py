"""What a server of a dialect may do otherwise so that no conforming client notices.

The general ways (line ends, white space, the order of members, other headers) are in
`jobs.selftest.benign`; here is what differs by dialect. Each dialect states it in `benign.py` of
its folder, after the published types and what the vendor's own SDK takes, which
`tests/sdks/test_benign_variants.py` holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolwire.model.conversation import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class BenignForm:
    """What may differ in the answers of a dialect.

    A place is a pointer in a body or in the payload of an event, with `*` for every number. One
    that ends with `/...` is an object and everything inside it.

    Attributes:
        closed: objects that no unknown member is added to: data of the user's, such as arguments
            and schemas, and objects of which a client takes exactly one member.
        unsaid: members that may be left out, all of them at once, with the reply the same.
        nulls: members that may be null, or are null where others leave them out, likewise.
        added: members that others send, empty or not, where this server leaves them out.
        floats: whole numbers that are sent with a fraction of zero too.
        ids: forms of a call's id that the vendor's clients take; `{}` is a number of two digits.
            () where calls have none.
        events: name (None for none) and payload of events that may come between any two.
        noticed: variant -> why a client of this dialect notices it after all.
    """

    closed: tuple[str, ...]
    unsaid: tuple[str, ...]
    nulls: tuple[str, ...]
    added: Mapping[str, Json]
    floats: tuple[str, ...]
    ids: tuple[str, ...]
    events: tuple[tuple[str | None, Json], ...]
    noticed: Mapping[str, str]
