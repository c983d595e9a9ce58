"""Changes of what stands around a body: the status and the headers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.exempt import Operator
from toolwire.model.exchange import Response

#: Where the status and the headers stand, as places of mutants.
STATUS: Final = "status"
HEADER: Final = "header"
#: Header -> what it says when it disagrees with a body that is as JSON or events are, unpacked.
_OTHERWISE: Final = {
    "content-type": ("application/json", "text/event-stream", "text/plain", "text/html"),
    "content-encoding": ("gzip",),
    "content-length": ("7",),
}
#: Statuses of success and of failure, of which an answer gets the other kind.
_SUCCESS: Final = (200,)
_FAILURE: Final = (400, 429, 500)


def around(response: Response) -> Iterator[tuple[Operator, str, Response]]:
    """Yield a response with another status, or with one header changed, left out or added."""
    for status in _FAILURE if response.status < 400 else _SUCCESS:
        yield Operator.DISAGREE, STATUS, replace(response, status=status)
    for name, value in response.headers:
        place = f"{HEADER}/{name}"
        others = tuple(one for one in response.headers if one[0] != name)
        yield Operator.DROP, place, replace(response, headers=others)
        for other in _OTHERWISE.get(name, (f"{value}-other",)):
            if other != value.partition(";")[0]:
                yield (
                    Operator.DISAGREE,
                    place,
                    replace(response, headers=(*others, (name, other))),
                )
    known = {name for name, _ in response.headers}
    for name in sorted(_OTHERWISE.keys() - known):
        for other in _OTHERWISE[name]:
            headers = (*response.headers, (name, other))
            yield Operator.DISAGREE, f"{HEADER}/{name}", replace(response, headers=headers)
