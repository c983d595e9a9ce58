"""What several tests of request rules share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge_request
from toolwire.rules.mutate.scenarios import clean

#: Rule id, severity and pointer of a finding.
Told = tuple[str, str, str]
Judge = Callable[..., list[Told]]


@pytest.fixture
def told() -> Judge:
    """Return what judges a request body in a dialect, sent to a URL or to the dialect's own.

    It was answered with success, unless another status is given.
    """

    def judge(name: str, body: JsonObject, url: str = "", status: int = 200) -> list[Told]:
        exchange = clean(load_dialect(name), "plain_text", Mode.BLOCKING)
        assert exchange.request is not None
        request = replace(exchange.request, body=dump(body), url=url or exchange.request.url)
        response = replace(exchange.response, status=status)
        exchange = replace(exchange, request=request, response=response)
        reading = load_dialect(name).decode(exchange)
        return [(f.rule, str(f.severity), f.pointer) for f in judge_request(reading)]

    return judge
