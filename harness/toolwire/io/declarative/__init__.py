"""Declarative files: bounded YAML in, plain JSON and its line numbers out, schemas checked."""

from __future__ import annotations

from toolwire.io.declarative.reading import MAX_BYTES, Document, load, read_text
from toolwire.io.declarative.schema import SchemaProblem, check, misfit, problems, validator

__all__ = [
    "MAX_BYTES",
    "Document",
    "SchemaProblem",
    "check",
    "load",
    "misfit",
    "problems",
    "read_text",
    "validator",
]
