"""What a verification was answered beside its cases, kept in the journal of the cases."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request, Response
from toolwire.transport.cassette.file import request_key
from toolwire.transport.journal.file import Journal
from toolwire.transport.journal.recovery import Recovered
from toolwire.transport.live.scrubbing import Scrubbing
from toolwire.transport.record import Recorder, RecorderConfig

_SECONDS: Final = "seconds of all cases"


@dataclass(slots=True)
class VerifyJournal:
    """The journal of one verification: probes, cases, and what is asked again for its deviations.

    Attributes:
        journal: open.
        recovered: what an interrupted run left; None for a new one.
        run: what the journal knows of its run.
    """

    journal: Journal
    recovered: Recovered | None = None
    run: JsonObject = field(default_factory=dict)
    _counts: Counter[str] = field(default_factory=Counter)

    async def send(self, live: Scrubbing, request: Request, why: str) -> Response:
        """Answer from the journal what was answered before, else ask and keep it.

        Args:
            live: asks.
            request: what is asked; the same may be asked several times.
            why: tells apart who asks; one of them asks one request after the other.

        Raises:
            ToolwireError: there is no answer, or the journal cannot be written.
        """
        method, path, body = request_key(request)
        digest = hashlib.sha256(f"{method} {path}\n".encode() + body).hexdigest()[:16]
        name = f"{why} {digest}"
        self._counts[name] += 1
        item = f"{name} {self._counts[name]}"
        entries = () if self.recovered is None else self.recovered.in_flight.get(item, ())
        config = RecorderConfig(self.journal, item, known=live.access.known, kept=entries)
        return await Recorder(live, config).send(request)

    def took(self, seconds: float) -> float:
        """Return how long the cases took, for the run that asked them all."""
        line = None if self.recovered is None else self.recovered.finished.get(_SECONDS)
        before = None if line is None else object_of(parse(line)).get("seconds")
        if isinstance(before, float):
            return before
        self.journal.finish(_SECONDS, {"seconds": seconds})
        return seconds
