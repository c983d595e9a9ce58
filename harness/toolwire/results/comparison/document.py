"""A comparison as JSON: `schemas/comparison.schema.json`, explained in the documentation."""

from __future__ import annotations

from dataclasses import asdict

from toolwire.model.conversation import Json, JsonObject
from toolwire.results.cells import Row
from toolwire.results.comparison.model import (
    Change,
    ChangeKind,
    Comparison,
    FactChange,
    Glance,
    RuleChange,
)


def document(comparison: Comparison) -> JsonObject:
    """Return everything a comparison says; nothing in it depends on when it is written."""
    counts = comparison.counts
    return {
        "schema": 1,
        "old": asdict(comparison.old),
        "new": asdict(comparison.new),
        "broke": comparison.broke,
        "common": comparison.common,
        "same": comparison.same,
        "counts": {str(kind): counts[kind] for kind in ChangeKind if kind is not ChangeKind.SAME},
        "notes": list(comparison.notes),
        "cells": [_cell(one) for one in comparison.cells],
        "rules": [_rule(one) for one in comparison.rules],
        "facts": [_fact(one) for one in comparison.facts],
    }


def _row(row: Row) -> JsonObject:
    return {"provider": row.provider, "dialect": row.dialect}


def _cell(one: Change) -> Json:
    return {
        **_row(one.row),
        "suite": one.suite,
        "case": one.case,
        "mode": one.mode,
        "models": list(one.models),
        "kind": str(one.kind),
        "cause": str(one.cause),
        "before": _glance(one.before),
        "after": _glance(one.after),
        "gained": list(one.gained),
        "lost": list(one.lost),
        "excused": one.excused,
    }


def _glance(side: Glance | None) -> Json:
    if side is None:
        return None
    return {
        "verdict": str(side.verdict),
        "basis": str(side.basis),
        "good": side.good,
        "total": side.total,
        "newest": side.newest,
        "source": side.source,
        "reason": side.reason,
    }


def _rule(one: RuleChange) -> Json:
    return {
        **_row(one.row),
        "rule": one.rule,
        "severity": str(one.severity),
        "kind": str(one.kind),
        "cause": str(one.cause),
        "before": one.before,
        "before_of": one.before_of,
        "after": one.after,
        "after_of": one.after_of,
        "models": list(one.models),
        "since": one.since,
        "until": one.until,
    }


def _fact(one: FactChange) -> Json:
    return {
        **_row(one.row),
        "facet": one.facet,
        "kind": str(one.kind),
        "cause": str(one.cause),
        "before": list(one.before),
        "after": list(one.after),
        "usual": one.usual,
    }
