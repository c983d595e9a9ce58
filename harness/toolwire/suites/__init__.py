"""Suites: what is asked of a model, and what its reply has to be."""

from __future__ import annotations

from toolwire.suites.load import load_suite, load_suites
from toolwire.suites.model import (
    ArgumentTest,
    Case,
    Expectation,
    ExpectedCall,
    ResultRule,
    Step,
    Suite,
)

__all__ = [
    "ArgumentTest",
    "Case",
    "Expectation",
    "ExpectedCall",
    "ResultRule",
    "Step",
    "Suite",
    "load_suite",
    "load_suites",
]
