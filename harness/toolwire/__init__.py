"""toolwire: a conformance harness for the tool-calling wire formats of LLM providers."""

from __future__ import annotations

__version__ = "0.1.0"
