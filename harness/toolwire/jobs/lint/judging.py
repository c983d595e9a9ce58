"""Judging exchanges: detected, decoded, held to the rules, and paired."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from toolwire import rules, traffic
from toolwire.dialects import load_dialect
from toolwire.dialects.described import described
from toolwire.jobs.awaiting import held_to_definer
from toolwire.jobs.internal import Internal, entries_of
from toolwire.jobs.lint import detect as detection
from toolwire.jobs.lint.contradiction import Contradiction, Disputed, held_to_answer, of_definer
from toolwire.jobs.lint.masking import scrubbed, without_secrets
from toolwire.jobs.lint.pairing import ModePair, Pairs
from toolwire.model.conversation import JsonObject, ToolCall
from toolwire.model.exchange import Evidence, Exchange, Mode
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading, Usage
from toolwire.model.size import too_large, too_many
from toolwire.model.value import Value
from toolwire.traffic import Unreadable
from toolwire.traffic.digest import digest_of

#: What is said of the dialect of an exchange that could not be looked at.
_UNSEEN: Final = detection.Detection(None, 0.0, "not looked at")

Done = TypeVar("Done")
Given = TypeVar("Given")


class Judged(Value, frozen=True):
    """One exchange, looked at.

    `reading` is None when no dialect was recognised; then nothing was judged. `findings`
    are about the answer; those about the request are the client's doing and stand apart.
    `contradictions` are the errors among all of them that the vendor's own answer speaks against.
    `pairs` are those it completes: the same request, streamed and not; their findings are
    about the streamed answer, which may be an earlier exchange.

    `internal` says what of toolwire raised over it; `too_large` why it was not looked at, "" when
    it was. With either it was not judged to the end, and shows nothing that is right.
    """

    exchange: Exchange
    detected: detection.Detection
    reading: Reading | None
    findings: tuple[Finding, ...]
    facets: Mapping[str, str]
    request_findings: tuple[Finding, ...] = ()
    pairs: tuple[ModePair, ...] = ()
    internal: tuple[Internal, ...] = ()
    too_large: str = ""
    contradictions: tuple[Contradiction, ...] = ()

    @property
    def disproved(self) -> tuple[str, ...]:
        """Return the rules whose errors about the request the answer disproves, one for each."""
        return tuple(one.rule for one in self.contradictions if one.side is Disputed.REQUEST)

    @property
    def undecided(self) -> tuple[str, ...]:
        """Return the rules of errors that the vendor who defines the format disputes, and no person
        has decided.
        """
        return tuple(
            one.rule
            for one in self.contradictions
            if one.side is Disputed.RESPONSE and not one.decided
        )

    @property
    def answered_by(self) -> str:
        """Return the provider whose own answer contradicts a rule; "" where none does."""
        return self.contradictions[0].provider if self.contradictions else ""

    @property
    def missed(self) -> tuple[str, ...]:
        """Return why it was not judged to the end, a line each; () when it was."""
        large = (self.too_large,) if self.too_large else ()
        return (*large, *(entry.reason for entry in self.internal))

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """Return the findings about the answer, then those about the request."""
        return (*self.findings, *self.request_findings)

    @property
    def by_reading(self) -> tuple[tuple[tuple[Finding, ...], Reading | None], ...]:
        """Return its findings with the reading that they are about, then those of each pair."""
        pairs = ((pair.findings, pair.streamed) for pair in self.pairs)
        return ((self.all_findings, self.reading), *pairs)

    def as_json(self) -> JsonObject:
        """Return the line `lint --json` prints (design.md, section 6).

        Beside the contract's members it has `pairs` where the exchange completes any,
        `internal` and `too_large` where it was not judged to the end, `disproved` where the
        answer speaks against rules about requests, and `undecided` where the vendor that
        defines the format disputes rules about answers.
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
        if self.disproved:
            line["disproved"] = {"rules": [*self.disproved], "by": self.answered_by}
        if self.undecided:
            line["undecided"] = {"rules": [*self.undecided], "by": self.answered_by}
        if self.pairs:
            line["pairs"] = [_pair_json(pair) for pair in self.pairs]
        if self.internal:
            line["internal"] = [entry.as_json() for entry in self.internal]
        if self.too_large:
            line["too_large"] = self.too_large
        return line


def _pair_json(pair: ModePair) -> JsonObject:
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


def judge(exchange: Exchange, *, facets: bool = True) -> Judged:
    """Detect, decode and judge one exchange; what raises over it is told in `internal`.

    Args:
        exchange: as it was read.
        facets: whether to tell the facets of its format, which no finding depends on.
    """
    large = too_large(exchange)
    if large:
        return Judged(exchange, _UNSEEN, None, (), {}, too_large=large)
    guard = _ExchangeGuard(exchange.evidence.source)
    detected = guard.run("detection", _UNSEEN, detection.detect, exchange)
    name = detected.dialect
    if name is None:
        return Judged(exchange, detected, None, (), {}, internal=guard.entries)
    reading = guard.run(f"the decoder of {name}", None, load_dialect(name).decode, exchange)
    large = too_many(reading) if reading is not None else ""
    if reading is None or large:
        return Judged(exchange, detected, None, (), {}, internal=guard.entries, too_large=large)
    held = held_to_definer(reading, guard.rules(rules.judge, reading))
    nothing: Mapping[str, str] = {}
    shown = guard.run(f"the facets of {name}", nothing, described, reading) if facets else nothing
    answered = held_to_answer(reading, guard.rules(rules.judge_request, reading))
    return Judged(
        exchange,
        detected,
        reading,
        held.findings,
        shown,
        answered.findings,
        internal=guard.entries,
        contradictions=(*answered.contradictions, *of_definer(reading, held)),
    )


class _ExchangeGuard:
    """Does pieces of work on one exchange, and keeps what they raise."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.entries: tuple[Internal, ...] = ()

    def run(self, by: str, otherwise: Done, work: Callable[[Given], Done], given: Given) -> Done:
        """Return what a piece of work makes of something; `otherwise` where it raises."""
        try:
            return work(given)
        except Exception as error:  # noqa: BLE001 - the next exchange is to be judged all the same
            self.entries += entries_of(error, by, self._source)
            return otherwise

    def rules(
        self, work: Callable[[Reading], tuple[Finding, ...]], reading: Reading
    ) -> tuple[Finding, ...]:
        """Return what rules find; where some raise, what the others find."""
        try:
            return work(reading)
        except Exception as error:  # noqa: BLE001 - as above
            self.entries += entries_of(error, "the rules", self._source)
            return error.findings if isinstance(error, rules.RulesError) else ()


def lint(
    paths: Iterable[str | Path], stdin: BinaryIO | None = None, *, facets: bool = True
) -> Iterator[Judged | Unreadable]:
    """Judge every exchange of the given files; what cannot be read comes as `Unreadable`.

    `facets` is as for `judge`.

    Paths are read in the order of their names, whatever order they are given in: which answers
    of a pair find each other depends on it. Answers to the same request, one streamed and one
    not, are compared where both are among the last thousand requests; memory does not grow
    with the traffic.
    """
    pairs = Pairs()
    for item in traffic.read(sorted(dict.fromkeys(map(str, paths))), stdin):
        if isinstance(item, Unreadable):
            yield _unread(item)
            continue
        yield masked(_paired(judge(digested(item), facets=facets), pairs))


def _unread(item: Unreadable) -> Unreadable:
    """Tell of a reader that raised as of a rule that did."""
    if item.raised is None:
        return item
    entries = entries_of(item.raised, "the reader of recorded traffic", item.source)
    return replace(item, reason=entries[0].reason, raised=None)


def _paired(judged: Judged, pairs: Pairs) -> Judged:
    reading = judged.reading
    if reading is None:
        return judged
    guard = _ExchangeGuard(judged.exchange.evidence.source)
    found: tuple[ModePair, ...] = guard.run("the search for pairs", (), pairs.add, reading)
    if not found and not guard.entries:
        return judged
    told, contradictions = list(judged.pairs), list(judged.contradictions)
    for pair in found:
        held = held_to_definer(pair.streamed, pair.findings)
        told.append(replace(pair, findings=held.findings))
        contradictions += of_definer(pair.streamed, held)
    return replace(
        judged,
        internal=judged.internal + guard.entries,
        pairs=tuple(told),
        contradictions=tuple(contradictions),
    )


def masked(judged: Judged) -> Judged:
    """Return what was judged with findings that give no secret away."""
    if not judged.all_findings and not judged.pairs:
        return judged
    pairs = tuple(
        replace(pair, findings=without_secrets(pair.findings, _exchanges(pair)))
        for pair in judged.pairs
    )
    findings = without_secrets(judged.findings, (judged.exchange,))
    asked = without_secrets(judged.request_findings, (judged.exchange,))
    if not pairs and findings is judged.findings and asked is judged.request_findings:
        return judged  # as nearly all are: a copy costs more than the look
    return replace(judged, pairs=pairs, findings=findings, request_findings=asked)


def printable(judged: Judged) -> Judged:
    """Return what was judged with a reply that gives no secret away, for printing all of it."""
    name, exchange = judged.detected.dialect, scrubbed(judged.exchange)
    if judged.reading is None or name is None or exchange == judged.exchange:
        return judged
    guard = _ExchangeGuard(judged.exchange.evidence.source)
    reading = guard.run(f"the decoder of {name}", None, load_dialect(name).decode, exchange)
    return replace(judged, reading=reading, internal=judged.internal + guard.entries)


def _exchanges(pair: ModePair) -> Iterator[Exchange]:
    twin = pair.streamed.twin
    yield pair.streamed.exchange
    if twin is not None:
        yield twin.exchange


def digested(exchange: Exchange) -> Exchange:
    """Return an exchange whose evidence says which bytes came."""
    evidence = exchange.evidence
    if evidence.sha256 is not None:
        return exchange
    digest = digest_of(exchange.response.body)
    # `replace` would take as long as the digest, for every exchange there is.
    told = Evidence(evidence.level, evidence.source, evidence.recorded_at, digest, evidence.at)
    request, response = exchange.request, exchange.response
    return Exchange(request, response, told, exchange.fidelity, exchange.provider)
