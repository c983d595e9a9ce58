"""Misfits of a published type that are not the net's to tell."""

from __future__ import annotations

from jsonschema_rs import ValidationError, ValidationErrorKind

from toolwire.model.conversation import JsonObject
from toolwire.rules.views.spelling import stands_otherwise
from toolwire.rules.views.tools_used import is_of_a_vendor


def is_anothers(document: JsonObject, error: ValidationError) -> bool:
    """Return whether what is wrong is inside an item of a vendor's own type, or a spelling (TC191)."""
    return _is_of_a_vendors_item(document, error) or _is_spelled_otherwise(error)


def _is_spelled_otherwise(error: ValidationError) -> bool:
    kind, holder = error.kind, error.instance
    missing = kind.property if isinstance(kind, ValidationErrorKind.Required) else None
    return missing is not None and isinstance(holder, dict) and stands_otherwise(missing, holder)


def _is_of_a_vendors_item(document: JsonObject, error: ValidationError) -> bool:
    there: object = document
    for step in error.instance_path:
        if isinstance(there, dict):
            if is_of_a_vendor(there):
                return True
            there = there.get(str(step))
        elif isinstance(there, list) and isinstance(step, int) and step < len(there):
            there = there[step]
    return False
