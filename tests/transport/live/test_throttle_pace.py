"""Whose rate limit a live run keeps to: that of the provider's own place, and of no other."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from toolwire.model.exchange import Endpoint, Request
from toolwire.providers.model import Model, Provider, RateLimit, Target


@pytest.mark.parametrize("elsewhere", [False, True], ids=["its own place", "another place"])
def test_a_rate_limit_holds_where_the_provider_is(
    stage: SimpleNamespace, *, elsewhere: bool
) -> None:
    """One request a minute: the second waits at the provider's, and goes through with --at."""

    async def go() -> int:
        async with stage.serving(stage.saying(stage.http())) as server:
            base = "http://127.0.0.1:1/v1" if elsewhere else f"{server.url}/v1"
            provider = Provider(
                "acme", "Acme", "openai-chat", Endpoint(base, ""), "", "", "", (), (),
                rate_limit=RateLimit(1),
            )  # fmt: skip
            async with stage.client(place=server.url if elsewhere else "") as client:
                live = client.live(Target(provider, Model("m")))
                for _ in range(2):
                    request = Request("POST", f"{base}/chat/completions", (), b"{}")
                    try:
                        await asyncio.wait_for(live.send(request), 1)
                    except TimeoutError:
                        break
            return len(server.received)

    assert asyncio.run(go()) == (2 if elsewhere else 1)
