"""Suites: what is asked of a model, and what its reply has to be."""

from __future__ import annotations

from harness.suites.load import load_suite, load_suites
from harness.suites.model import (
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
