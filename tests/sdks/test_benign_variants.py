"""What `selftest` calls benign, the vendors' own SDKs do not notice, over HTTP.

Run by `nox -s sdks`, as its neighbour is.
"""

from __future__ import annotations

import pytest

from tests.sdks.clients import CLIENTS
from tests.sdks.test_official_sdks import EVERY, ONE, PARIS, ask
from toolwire.dialects import load_dialect
from toolwire.jobs.selftest.benign import VARIANTS, BenignVariant
from toolwire.jobs.serve import Served, Server
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request

pytestmark = pytest.mark.filterwarnings("ignore")

#: What the HTTP of this server does itself, so that a header of ours would be untrue.
OF_THE_CONNECTION = {
    "a-byte-a-piece",
    "chunked-with-trailers",
    "headers-of-the-connection",
    "in-one-piece",
    "in-pieces-of-seven-bytes",
    "length-in-a-header",
    "packed-with-deflate",
    "packed-with-gzip",
}


class VaryingServer(Server):
    """A correct server that writes its answers in one benign way."""

    def __init__(self, name: str, variant: BenignVariant) -> None:
        super().__init__((name,))
        self._variant = variant
        self.varied = False

    def answer(self, request: Request) -> Served:
        """Answer a request, otherwise than usual where the variant has a place."""
        served = super().answer(request)
        exchange = Exchange(request, served.response, Evidence(EvidenceLevel.DOCUMENTED, ""))
        changed = self._variant.apply(load_dialect(served.dialect).decode(exchange))
        if changed is None:
            return served
        self.varied = True
        return Served(changed.response, served.dialect)


@EVERY
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_an_sdk_does_not_notice(client: str, variant: BenignVariant, *, stream: bool) -> None:
    """Name and arguments arrive as they were meant, unless the dialect says who notices."""
    name = CLIENTS[client][0]
    if variant.name in {*OF_THE_CONNECTION, *load_dialect(name).wire.benign.noticed}:
        return
    server = VaryingServer(name, variant)
    assert ask(client, server, ONE, stream=stream) == [("get_weather", PARIS)]
