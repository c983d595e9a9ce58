"""Replay: answers from a cassette, by dictionary look-up."""

from __future__ import annotations

from itertools import islice

from toolwire.io.json_diff import Difference, Side, differences
from toolwire.io.json_text import JsonError, dump, parse
from toolwire.io.secrets.standin import folded
from toolwire.model.exchange import Evidence, Request, Response
from toolwire.model.reply import Absent
from toolwire.transport import StaleCassetteError
from toolwire.transport.cassette.file import Cassette, request_key, written_key

_MOST_DIFFERENCES = 50
_LONGEST = 120


class Replay:
    """Answers the requests of one case from its cassette.

    A request is found by method, path and canonical JSON body. The same request asked
    again gets the next recording of it.

    Args:
        cassette: what was recorded.
    """

    def __init__(self, cassette: Cassette) -> None:
        self._cassette = cassette
        self._waiting: dict[tuple[str, str, bytes], list[Response]] = {}
        for request, response in reversed(cassette.exchanges):
            self._waiting.setdefault(request_key(request), []).append(response)

    @property
    def evidence(self) -> Evidence:
        """Return the cassette's own evidence."""
        return self._cassette.evidence

    async def send(self, request: Request) -> Response:
        """Return the recorded response.

        Raises:
            StaleCassetteError: nothing was recorded for this request (says what differs
                from the closest one), or it was recorded fewer times than it is asked.
        """
        recorded = self._waiting.get(request_key(request))
        if recorded:
            return recorded.pop()
        why = self._closest(request) if recorded is None else "asked more often than recorded"
        raise StaleCassetteError(f"stale cassette: {why}", where=self._cassette.source)

    def _closest(self, request: Request) -> str:
        method, path, body = written_key(request)
        recorded = [written_key(sent) for sent, _ in self._cassette.exchanges]
        same_path = [key for key in recorded if key[:2] == (method, path)]
        if not same_path:
            known = ", ".join(sorted({f"{key[0]} {key[1]}" for key in recorded})[:3])
            return f"no exchange for {method} {path}; recorded: {known or 'nothing'}"
        _, found = min(
            enumerate(_compare(key[2], body) for key in same_path),
            key=lambda numbered: (len(numbered[1]), numbered[0]),
        )
        pointer, there, sent = found[0]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        return (
            f"the request differs at {pointer or 'its top'}: "
            f"recorded {_shown(there)}, now {_shown(sent)}{more}"
        )


def _shown(value: Side) -> str:
    if isinstance(value, Absent):
        return "nothing"
    text = dump(value).decode(errors="replace")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _compare(recorded: bytes, sent: bytes) -> list[Difference]:
    try:
        every = differences(parse(recorded), parse(sent), _same, by_name=True)
        found = list(islice(every, _MOST_DIFFERENCES))
    except (JsonError, RecursionError):
        found = []
    whole: Difference = ("", recorded.decode(errors="replace"), sent.decode(errors="replace"))
    return found or [whole]


def _same(recorded: Side, sent: Side) -> bool:
    if isinstance(recorded, str) and isinstance(sent, str):
        return _folded(recorded) == _folded(sent)
    return type(recorded) is type(sent) and recorded == sent


def _folded(text: str) -> bytes:
    return folded(text.encode("utf-8", "surrogatepass"))
