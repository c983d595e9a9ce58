"""From a number to an input: the same number and start give the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from fuzz.bases import asked, base, pair, probing_rules
from fuzz.containers import READERS, cassette, contained
from fuzz.item import KEY, Item
from fuzz.raw import bent, bigger, chunked, headed, readdressed, restated
from fuzz.stored import damaged, journal, packed_lines, results_lines
from fuzz.streams import prolonged, restreamed
from fuzz.texts import long_text
from fuzz.trees import edited, swollen
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import dump
from toolwire.model.exchange import Exchange, Fidelity, Request
from toolwire.traffic.bounded import MAX_BYTES

_NAMES: Final = tuple(DIALECTS)
_FIDELITIES: Final = tuple(Fidelity)
#: One input in so many is large: what takes quadratic time shows in nothing small.
_LARGE: Final = 1 / 150


def made(start: int, number: int, only: str = "") -> Item:
    """Return input `number` of the row that begins at `start`.

    Args:
        start: start number of the random generator.
        number: from 0.
        only: name of a target; "" for all, by their shares.
    """
    rng = Random((start << 40) + number)
    name = only or rng.choices(_WORD, _SHARE)[0]
    return _MAKERS[name][1](rng)


def _request(rng: Random, request: Request) -> Request:
    how = rng.random()
    if how < 0.6:
        request = replace(request, body=edited(rng, request.body, rng.choice((1, 1, 1, 2, 4))))
    elif how < 0.75:
        request = replace(request, body=bent(rng, request.body, rng.choice((1, 2))))
    elif how < 0.85:
        request = readdressed(rng, request)
    else:
        request = replace(request, headers=headed(rng, request.headers))
    if rng.random() < _LARGE:
        body = request.body
        request = replace(
            request, body=swollen(rng, body) if rng.random() < 0.8 else bigger(rng, body)
        )
    return request


def _body(rng: Random, body: bytes) -> bytes:
    streamed = b"\n\n" in body or body.startswith(b"\0\0") or body.count(b"\n") > 2
    times = rng.choice((1, 1, 1, 2, 3, 6))
    how = rng.random()
    if streamed and how < 0.8:
        body = restreamed(rng, body, base(rng)[1].response.body, times)
    elif not streamed and how < 0.8:
        body = edited(rng, body, times)
        if rng.random() < 0.03:
            body = bent(rng, body)
    elif how < 0.97:
        body = bent(rng, body, times)
    else:
        body = base(rng)[1].response.body  # the answer of another
    if rng.random() < 0.02:
        body = body.replace(b"Paris", KEY.encode())
    return _large(rng, body, streamed=streamed) if rng.random() < _LARGE else body


def _large(rng: Random, body: bytes, *, streamed: bool) -> bytes:
    how = rng.random()
    if how < 0.2:
        return bigger(rng, body)
    if not streamed:
        return swollen(rng, body)
    if how < 0.6:
        return prolonged(rng, body)
    # One event with a very long member.
    for line in body.split(b"\n"):
        payload = line.removeprefix(b"data: ")
        if payload.startswith(b"{") and rng.random() < 0.4:
            return body.replace(payload, swollen(rng, payload), 1)
    return bigger(rng, body)


def _changed(rng: Random, exchange: Exchange) -> Exchange:
    request, response = exchange.request, exchange.response
    how = rng.random()
    if request is not None and how < 0.3:
        request = _request(rng, request)
    if how > 0.2:
        response = replace(response, body=_body(rng, response.body))
    if rng.random() < 0.1:
        response = replace(response, headers=headed(rng, response.headers))
    if rng.random() < 0.06:
        response = restated(rng, response)
    if rng.random() < 0.05:
        response = chunked(rng, response)
    if rng.random() < 0.04:
        request = None
    fidelity = rng.choice(_FIDELITIES) if rng.random() < 0.15 else exchange.fidelity
    return replace(exchange, request=request, response=response, fidelity=fidelity)


def _judge(rng: Random) -> Item:
    _, exchange = base(rng)
    return Item("judge", {}, _changed(rng, exchange))


def _decode(rng: Random) -> Item:
    """An answer that a dialect is made to read, mostly its own; with a probe's question."""
    name, exchange = base(rng)
    if rng.random() < 0.3:
        name = rng.choice(_NAMES)
    probes = probing_rules(name)
    probe = rng.choice(probes) if probes and rng.random() < 0.7 else ""
    return Item("decode", {"dialect": name, "probe": probe}, _changed(rng, exchange))


def _paired(rng: Random) -> Item:
    name, streamed, blocking = pair(rng)
    changed = replace(streamed.response, body=_body(rng, streamed.response.body))
    twin = blocking.response.body if rng.random() < 0.7 else _body(rng, blocking.response.body)
    return Item("pairs", {"dialect": name}, replace(streamed, response=changed), twin)


def _read(rng: Random) -> Item:
    form = rng.choice(READERS)
    exchanges = [
        one if rng.random() < 0.6 else _changed(rng, one)
        for one in (base(rng)[1] for _ in range(rng.choice((1, 1, 2))))
    ]
    data = contained(rng, form, exchanges)
    if rng.random() < _LARGE:
        data = bigger(rng, data)
    assert len(data) < MAX_BYTES
    return Item("read", {"form": form}, None, data)


def _cassette(rng: Random) -> Item:
    head: dict[str, object] = {
        "evidence": rng.choice(("recorded", "documented", "imported", "live", "x")),
        "recorded_at": "2026-11-21", "endpoint": "api.fuzz.invalid", "server": None, "scrubbed": ["a"], "requests": "",
    }  # fmt: skip
    exchange = base(rng)[1]
    exchange = _changed(rng, exchange) if rng.random() < 0.5 else exchange
    data = cassette([exchange], head)
    return Item(
        "cassette", {}, None, bent(rng, data, rng.choice((1, 2, 5))) if rng.random() < 0.7 else data
    )


def _scrub(rng: Random) -> Item:
    return Item("scrub", {}, _changed(rng, base(rng)[1]))


def _serve(rng: Random) -> Item:
    rule, name, request = asked(rng)
    changed = _request(rng, request)
    if rng.random() < 0.1:
        changed = replace(
            changed, body=changed.body.replace(b"Paris", b"get_weather({" * rng.choice((1, 9, 60)))
        )
    if rng.random() < 0.01:
        changed = _prompted(rng, changed)
    served = "all" if rng.random() < 0.2 else name
    fault = rule if rng.random() < 0.25 else ""
    words = {"dialect": served, "fault": fault, "eager": "yes" if rng.random() < 0.3 else ""}
    return Item("serve", words, Exchange(changed, *_NOTHING))


def _prompted(rng: Random, request: Request) -> Request:
    """Put a long text to where the prompt stands, in which a server looks for calls."""
    shape = rng.choice(_CALLS)
    times = rng.choice((200, 2_000, 20_000))
    said = shape[0] * times + shape[1] * times if rng.random() < 0.6 else long_text(rng, 900_000)
    told = dump(said)[1:-1]
    for word in (b"get_weather(", b"Weather", b"What time", b"Hello", b"Say"):
        if word in request.body:
            return replace(request, body=request.body.replace(word, told + word, 1))
    return request


def _results(rng: Random) -> Item:
    return Item("results", {}, None, damaged(rng, results_lines(rng)))


def _journal(rng: Random) -> Item:
    return Item("journal", {}, None, damaged(rng, journal(rng)))


def _packed(rng: Random) -> Item:
    return Item("packed", {}, None, damaged(rng, packed_lines(rng)))


def _report(rng: Random) -> Item:
    data = results_lines(rng, hostile=True)
    return Item("report", {}, None, damaged(rng, data) if rng.random() < 0.1 else data)


def _lint(rng: Random) -> Item:
    """Some exchanges with a key in them, through the command line."""
    exchanges = [_changed(rng, base(rng)[1]) for _ in range(6)]
    exchanges = [
        replace(
            one,
            response=replace(one.response, body=one.response.body.replace(b"Paris", KEY.encode())),
        )
        for one in exchanges
    ]
    shown = rng.choice(("text", "json", "github", "text"))
    return Item("lint", {"format": shown}, None, contained(rng, "jsonl", exchanges))


#: What begins and what ends a call that a prompt writes out.
_CALLS: Final = (
    ("x({", "}"),
    ("x({", "})"),
    ('x({"a":', "}"),
    ('get_weather({"location":"', '"})'),
    ("a({}", "}"),
    ("a" * 127, "({"),
)
_NOTHING: Final = (base(Random(0))[1].response, base(Random(0))[1].evidence)
_Maker = Callable[[Random], Item]
#: Target -> share of the inputs, and who makes one.
_MAKERS: Final[dict[str, tuple[float, _Maker]]] = {
    "judge": (40, _judge),
    "decode": (14, _decode),
    "pairs": (6, _paired),
    "read": (13, _read),
    "serve": (13, _serve),
    "scrub": (5, _scrub),
    "cassette": (2, _cassette),
    "results": (3, _results),
    "journal": (2, _journal),
    "packed": (1, _packed),
    "report": (0.6, _report),
    "lint": (0.4, _lint),
}
#: Names of all targets.
TARGETS: Final = tuple(_MAKERS)
_WORD: Final = list(TARGETS)
_SHARE: Final = [share for share, _ in _MAKERS.values()]
