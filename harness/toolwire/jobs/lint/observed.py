"""From judged traffic that somebody else recorded to observations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from toolwire.jobs.lint.attribution import Attribution, fixture_of, model_of, provider_of
from toolwire.jobs.lint.features import features
from toolwire.jobs.lint.judging import Judged, digested
from toolwire.jobs.lint.masking import name_without_secrets
from toolwire.jobs.lint.pairing import ModePair
from toolwire.model.conversation import Json
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.observation import WHOLE, Finding, Observation, Severity, Verdict
from toolwire.model.reply import Reading
from toolwire.providers import provider_of_host, provider_of_name
from toolwire.providers.deviations import shipped_deviations
from toolwire.results.cells.algebra import verdict_of
from toolwire.rules.views.request_model import asked_model
from toolwire.suites import Suite
from toolwire.suites.model import PAIRS
from toolwire.traffic import Unreadable

#: Case of an exchange of recorded traffic.
_TRAFFIC = "traffic"
_WORD = re.compile(r"[A-Za-z_]{1,24}", re.ASCII)
# What a rule expects is mostly the rule's own phrase; ids and names of the wire have digits.
_PHRASE = re.compile(r"[A-Za-z_ ,.'\"()\[\]{}=-]{1,60}", re.ASCII)


def observations(
    judged: Judged, suites: Iterable[Suite], attributions: tuple[Attribution, ...] = ()
) -> Iterator[Observation]:
    """Turn one judged exchange into observations of the suites whose features it shows.

    Findings that concern none of these suites come in one more, about the exchange as a whole;
    so do the facets of one that shows no suite, for example an error body.
    A fixture (`attribution.fixture_of`) is evidence of nothing and becomes no observation.
    Values of other people's traffic do not go into results, which are published: findings
    keep their shape only. One that was not judged to the end is one `not-run` observation.
    """
    reading = judged.reading
    if judged.missed:
        yield observed(judged, attributions)
        return
    if reading is None or fixture_of(judged.exchange, attributions):
        return
    suites = tuple(suites)
    if any(suite.pairs for suite in suites):
        yield from _of_pairs(judged.pairs, attributions)
    yield from _of_suites(judged, reading, suites, attributions)


def _of_suites(
    judged: Judged,
    reading: Reading,
    suites: tuple[Suite, ...],
    attributions: tuple[Attribution, ...],
) -> Iterator[Observation]:
    shown = features(reading)
    evidence = digested(judged.exchange).evidence
    attributed = provider_of(evidence.source, attributions)
    placed_rules: set[str] = set()
    placed = False
    for suite in _concerned(suites, shown, reading.dialect):
        findings = tuple(
            _published(finding, judged.exchange)
            for finding in judged.findings
            if not suite.shown_rules or finding.rule in suite.shown_rules
        )
        placed_rules.update(finding.rule for finding in findings)
        placed = True
        yield _marked(
            Observation(
                provider=attributed or _provider(judged.exchange),
                dialect=reading.dialect,
                model=_model(reading, attributions),
                suite=suite.id,
                case=_case(suite, shown),
                mode=reading.mode,
                verdict=verdict_of(findings),
                evidence=evidence,
                reason=_reason(findings),
                findings=findings,
                facets=judged.facets,
                asked=False,
            ),
            asked_model(reading),
        )
    left = tuple(finding for finding in judged.findings if finding.rule not in placed_rules)
    if left or (judged.facets and not placed):
        whole = observed(replace(judged, findings=left, request_findings=()), attributions)
        yield replace(whole, evidence=evidence)


def _of_pairs(
    pairs: Iterable[ModePair], attributions: tuple[Attribution, ...]
) -> Iterator[Observation]:
    for pair in pairs:
        readings = (pair.streamed, pair.streamed.twin)
        if not any(reading and fixture_of(reading.exchange, attributions) for reading in readings):
            seen = observed_pair(pair, attributions)
            if seen is not None:
                yield seen


def _concerned(
    suites: Iterable[Suite], shown: frozenset[str], dialect_name: str
) -> Iterator[Suite]:
    for suite in suites:
        fits = not suite.dialects or dialect_name in suite.dialects
        if fits and not shown.isdisjoint(suite.shown_by):
            yield suite


def observed_pair(pair: ModePair, attributions: tuple[Attribution, ...] = ()) -> Observation | None:
    """Turn a pair into an observation of the suite that compares both modes.

    None where the model called otherwise in the other mode: that is evidence of nothing.
    Values are reduced as in `observations`; the evidence is that of the weaker mode.
    """
    streamed, blocking = pair.streamed, pair.streamed.twin
    if pair.otherwise or blocking is None:
        return None
    exchange = streamed.exchange
    evidence = exchange.evidence
    if blocking.exchange.evidence.level.rank > evidence.level.rank:
        evidence = replace(evidence, level=blocking.exchange.evidence.level)
    findings = tuple(_published(finding, exchange) for finding in pair.findings)
    seen = Observation(
        provider=provider_of(evidence.source, attributions) or _provider(exchange),
        dialect=streamed.dialect,
        model=_model(streamed, attributions),
        suite=PAIRS,
        case=_TRAFFIC,
        mode=Mode.STREAMING,
        verdict=verdict_of(findings),
        evidence=evidence,
        reason=_reason(findings),
        findings=findings,
        asked=False,
    )
    return _marked(seen, asked_model(streamed))


def observed(judged: Judged, attributions: tuple[Attribution, ...] = ()) -> Observation:
    """Turn one judged exchange into one observation, whatever suites it is evidence for.

    What the client sent counts here too. An exchange of no known dialect is `unsupported`:
    folders hold other traffic as well. One that was not judged to the end is `not-run`, with what
    was found. Values are reduced as in `observations`.
    """
    reading, exchange = judged.reading, judged.exchange
    findings = tuple(_published(finding, exchange) for finding in judged.all_findings)
    provider = provider_of(exchange.evidence.source, attributions) or _provider(exchange)
    reason = _reason(findings) if reading else f"not judged: {judged.detected.reason}"
    seen = Observation(
        provider=provider,
        dialect=reading.dialect if reading else judged.detected.dialect or "unknown",
        model=_model(reading, attributions) if reading else "unknown",
        suite=WHOLE,
        case=_TRAFFIC,
        mode=reading.mode if reading else Mode.BLOCKING,
        verdict=_whole(judged, findings),
        evidence=exchange.evidence,
        reason="; ".join(judged.missed) or reason,
        findings=findings,
        facets=judged.facets,
        asked=False,
    )
    return _marked(seen, asked_model(reading) if reading else "")


def known_rules(reading: Reading, attributions: tuple[Attribution, ...] = ()) -> frozenset[str]:
    """Return the rules whose findings in an answer the provider's file lists as known."""
    evidence = reading.exchange.evidence
    provider = provider_of(evidence.source, attributions) or _provider(reading.exchange)
    return _listed(
        (provider, reading.dialect),
        (_model(reading, attributions), asked_model(reading)),
        (reading.mode, evidence.recorded_at),
    )


def _listed(
    route: tuple[str, str], models: tuple[str, str], seen: tuple[str, str | None]
) -> frozenset[str]:
    """Return the rules that are listed for a provider and dialect, for either name of a model.

    The Gemini of 2024 did not say which model answered: it stands in the path alone.
    """
    listed = shipped_deviations()
    return frozenset().union(*(listed.known(*route, model, *seen) for model in models))


def _marked(seen: Observation, asked: str = "") -> Observation:
    """Say in an observation which of its findings are known; `asked` is the model as asked for."""
    if not seen.findings:
        return seen
    known = _listed(
        (seen.provider, seen.dialect),
        (seen.model, asked or seen.model),
        (seen.mode, seen.evidence.recorded_at),
    )
    found = known.intersection(finding.rule for finding in seen.findings)
    if not found:
        return seen
    left = tuple(finding for finding in seen.findings if finding.rule not in found)
    otherwise = seen.verdict if seen.verdict is Verdict.NOT_RUN else verdict_of(left)
    return replace(seen, known=tuple(sorted(found)), otherwise=otherwise)


def unread(item: Unreadable) -> Observation:
    """Turn what could not be read into an observation: could not look."""
    number = item.position.removeprefix("interaction ")
    cited = f"#{number}" if number != item.position else item.position
    source = item.source if item.position == "whole file" else f"{item.source} {cited}"
    return Observation(
        provider="unknown",
        dialect="unknown",
        model="unknown",
        suite=WHOLE,
        case=_TRAFFIC,
        mode=Mode.BLOCKING,
        verdict=Verdict.NOT_RUN,
        evidence=Evidence(EvidenceLevel.IMPORTED, source),
        reason=f"{item.position}: {item.reason}",
        asked=False,
    )


def _case(suite: Suite, shown: frozenset[str]) -> str:
    """Return `traffic`, or `traffic.named` where the features tell cases of a suite apart."""
    prefix = f"{suite.id}_"
    named = sorted(f for f in shown.intersection(suite.shown_by) if f.startswith(prefix))
    return f"traffic.{named[0].removeprefix(prefix)}" if named else "traffic"


def _whole(judged: Judged, findings: tuple[Finding, ...]) -> Verdict:
    if judged.missed:
        return Verdict.NOT_RUN
    return verdict_of(findings) if judged.reading else Verdict.UNSUPPORTED


def _reason(findings: tuple[Finding, ...]) -> str:
    graves = sorted({f.rule for f in findings if f.counted is not Severity.INFO})
    return ", ".join(graves)


def _published(finding: Finding, exchange: Exchange) -> Finding:
    if exchange.evidence.level is not EvidenceLevel.IMPORTED:
        return finding
    return replace(
        finding,
        expected=_shape(finding.expected, _PHRASE),
        actual=_shape(finding.actual, _WORD),
    )


def _shape(value: Json, pattern: re.Pattern[str]) -> Json:
    """Keep known words, numbers and emptiness; reduce everything else to its kind and size."""
    if isinstance(value, str):
        known = not value or pattern.fullmatch(value)
        return value if known else f"string of {len(value)} characters"
    if isinstance(value, list):
        return f"array of {len(value)}" if value else value
    if isinstance(value, dict):
        return f"object of {len(value)} members" if value else value
    return value


def _provider(exchange: Exchange) -> str:
    if exchange.provider:
        return provider_of_name(exchange.provider) or exchange.provider
    host = exchange.request.host if exchange.request else ""
    return (provider_of_host(host) or host) if host else "unknown"


def _model(reading: Reading, attributions: tuple[Attribution, ...]) -> str:
    request = reading.request.get("model") if isinstance(reading.request, dict) else None
    wanted = request if isinstance(request, str) else None
    answered = name_without_secrets(reading.reply.model, wanted, reading.exchange)
    return model_of((answered, wanted), reading.exchange.evidence.source, attributions)
