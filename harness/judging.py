"""Judging exchanges: detected, decoded, held to the rules, and paired."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from harness import detect as detection
from harness import rules, traffic
from harness.conversation import JsonObject, ToolCall
from harness.dialects import dialect
from harness.dialects.described import described
from harness.exchange import Exchange, Mode
from harness.observation import Finding
from harness.pairing import Pair, Pairs
from harness.reply import Reading, Usage
from harness.traffic import Unreadable

__all__ = ["Judged", "Unreadable", "digested", "judge", "lint"]


#: Hex characters of a digest that are kept.
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class Judged:
    """One exchange, looked at.

    `reading` is None when no dialect was recognised; then nothing was judged. `findings`
    are about the answer; those about the request are the client's doing and stand apart.
    `pairs` are those it completes: the same request, streamed and not; their findings are
    about the streamed answer, which may be an earlier exchange.
    """

    exchange: Exchange
    detected: detection.Detection
    reading: Reading | None
    findings: tuple[Finding, ...]
    facets: Mapping[str, str]
    request_findings: tuple[Finding, ...] = ()
    pairs: tuple[Pair, ...] = ()

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """Return the findings about the answer, then those about the request."""
        return (*self.findings, *self.request_findings)

    def as_json(self) -> JsonObject:
        """Return the line `lint --json` prints (design.md, section 6).

        Beside the contract's members it has `pairs` where the exchange completes any.
        """
        reading = self.reading
        line: JsonObject = {
            "source": self.exchange.evidence.source,
            "dialect": self.detected.dialect or "unknown",
            "dialect_confidence": self.detected.confidence,
            "stream": reading is not None and reading.mode is Mode.STREAMING,
            "reply": _reply_json(reading) if reading else None,
            "findings": [f.as_json() for f in self.all_findings],
            "facets": dict(self.facets),
        }
        if self.pairs:
            line["pairs"] = [_pair_json(pair) for pair in self.pairs]
        return line


def _pair_json(pair: Pair) -> JsonObject:
    return {
        "streamed": pair.streamed.exchange.evidence.source,
        "blocking": pair.blocking_source,
        "not_compared": pair.otherwise,
        "findings": [f.as_json() for f in pair.findings],
    }


def _reply_json(reading: Reading) -> JsonObject:
    reply = reading.reply
    return {
        "text": reply.text,
        "tool_calls": [_call_json(call) for call in reply.tool_calls],
        "stop": reply.stop,
        "usage": _usage_json(reply.usage),
    }


def _call_json(call: ToolCall) -> JsonObject:
    return {
        "id": call.id,
        "name": call.name,
        "arguments": call.arguments,
        "arguments_raw": call.raw,
    }


def _usage_json(usage: Usage | None) -> JsonObject | None:
    if usage is None:
        return None
    return {"input": usage.input, "output": usage.output, "total": usage.total}


def judge(exchange: Exchange) -> Judged:
    """Detect, decode and judge one exchange."""
    detected = detection.detect(exchange)
    if detected.dialect is None:
        return Judged(exchange, detected, None, (), {})
    reading = dialect(detected.dialect).decode(exchange)
    return Judged(
        exchange,
        detected,
        reading,
        rules.judge(reading),
        described(reading),
        rules.judge_request(reading),
    )


def lint(
    paths: Iterable[str | Path], stdin: BinaryIO | None = None
) -> Iterator[Judged | Unreadable]:
    """Judge every exchange of the given files; what cannot be read comes as `Unreadable`.

    Paths are read in the order of their names, whatever order they are given in: which halves
    of a pair find each other depends on it. Answers to the same request, one streamed and one
    not, are compared where both are among the last thousand requests; memory does not grow
    with the traffic.
    """
    pairs = Pairs()
    for item in traffic.read(sorted(dict.fromkeys(map(str, paths))), stdin):
        if isinstance(item, Unreadable):
            yield item
            continue
        judged = judge(digested(item))
        found = pairs.add(judged.reading) if judged.reading is not None else ()
        yield replace(judged, pairs=found) if found else judged


def digested(exchange: Exchange) -> Exchange:
    """Return an exchange whose evidence says which bytes came.

    A quarter of a digest tells the bytes of one recording from those of another; thousands of
    whole ones would be half of a compressed results file.
    """
    evidence = exchange.evidence
    if evidence.sha256 is not None:
        return exchange
    digest = hashlib.sha256(exchange.response.body).hexdigest()[:_DIGEST]
    return replace(exchange, evidence=replace(evidence, sha256=digest))
