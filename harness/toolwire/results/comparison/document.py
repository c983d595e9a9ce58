"""A comparison as JSON: `toolwire/schemas/comparison.schema.json`, explained in the documentation."""

from __future__ import annotations

from toolwire.io.records import as_json
from toolwire.model.conversation import Json, JsonObject
from toolwire.results.comparison.model import (
    Change,
    ChangeKind,
    Comparison,
    FactChange,
    RuleChange,
)


def document(comparison: Comparison) -> JsonObject:
    """Return everything a comparison says; nothing in it depends on when it is written."""
    counts = comparison.counts
    return {
        "schema": 1,
        "old": as_json(comparison.old),
        "new": as_json(comparison.new),
        "broke": comparison.broke,
        "common": comparison.common,
        "same": comparison.same,
        "counts": {str(kind): counts[kind] for kind in ChangeKind if kind is not ChangeKind.SAME},
        "notes": list(comparison.notes),
        "cells": [_flat(one) for one in comparison.cells],
        "rules": [_flat(one) for one in comparison.rules],
        "facts": [_flat(one) for one in comparison.facts],
    }


def _flat(one: Change | RuleChange | FactChange) -> Json:
    """Return a change as one object, provider and dialect of its row first."""
    members = as_json(one)
    return {**as_json(one.row), **{name: members[name] for name in members if name != "row"}}
