"""`deviations.json`: every rule that the newest report saw a provider break."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolwire import __version__
from toolwire.io.json_text import dump
from toolwire.io.shown import json_bytes
from toolwire.jobs.report.labels import link
from toolwire.jobs.report.model import SeenDeviation
from toolwire.jobs.site import addresses
from toolwire.jobs.site.destinations import Destinations, destinations
from toolwire.jobs.site.model import Site
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Observation
from toolwire.results.cells import Row

#: Number of the contract of `deviations.json`.
SCHEMA = 1


def as_json(site: Site) -> bytes:
    """Return `deviations.json`; `schemas/deviations.schema.json` says what its members are."""
    content = site.content
    names = {rule.id: rule.name for rule in content.rules}
    shown = _shown(content.observations)
    pages = destinations(site)
    found: list[Json] = [
        {
            **_facts(one),
            "name": names.get(one.rule),
            **_pages(one, shown.get((one.watched.row, one.rule), ()), pages),
        }
        for one in content.findings.deviations
    ]
    document: JsonObject = {
        "schema": SCHEMA,
        "toolwire": __version__,
        "date": content.today.isoformat(),
        "deviations": found,
    }
    return json_bytes(dump(document)) + b"\n"


def _shown(observations: Iterable[Observation]) -> Mapping[tuple[Row, str], set[str]]:
    """Return (row, rule) -> suites of the observations that ever showed it."""
    found: dict[tuple[Row, str], set[str]] = {}
    for seen in observations:
        row = Row(seen.provider, seen.dialect)
        for finding in seen.findings:
            found.setdefault((row, finding.rule), set()).add(seen.suite)
    return found


def _facts(found: SeenDeviation) -> JsonObject:
    return {
        "provider": found.watched.provider,
        "dialect": found.watched.dialect,
        "rule": found.rule,
        "message": found.message,
        "severity": str(found.severity),
        "severities": {str(severity): count for severity, count in found.severities},
        "state": str(found.state),
        "count": found.count,
        "exchanges": found.exchanges,
        "known": found.known,
        "modes": list(found.modes),
        "models": list(found.models),
        "first": found.first,
        "last": found.last,
        "level": str(found.level),
        "source": found.source,
        "url": link(found.source),
    }


def _pages(found: SeenDeviation, suites: Iterable[str], pages: Destinations) -> JsonObject:
    """Return the pages that tell more; None where the site has none."""
    row = found.watched.row
    cells: list[Json] = [
        {"suite": suite, "id": addresses.cell_id(row, suite), "page": page}
        for suite in sorted(suites)
        if (page := pages.cell(row, suite))
    ]
    return {
        "cells": cells,
        "rule_page": pages.rule(found.rule) or None,
        "provider_page": pages.provider(row.provider) or None,
    }
