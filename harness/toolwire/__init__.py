"""toolwire: a conformance harness for the tool-calling wire formats of LLM providers.

What programs and notebooks call stands in `__all__` and is documented in docs/api.md. It is
imported when it is first used: `import toolwire` alone imports nothing.
"""

from __future__ import annotations

__all__ = [
    "Audited",
    "Chunk",
    "Evidence",
    "EvidenceLevel",
    "Exchange",
    "Fidelity",
    "Finding",
    "Judged",
    "Linted",
    "Mode",
    "Observation",
    "Request",
    "Response",
    "Results",
    "Severity",
    "ToolwireError",
    "TrafficError",
    "Unreadable",
    "Verdict",
    "Verified",
    "audit",
    "frame",
    "judge",
    "lint",
    "read",
    "serve",
    "verify",
]

__version__ = "0.2.0"

# Of type checkers; `typing` takes longer to import than this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolwire.api.audit import Audited, audit
    from toolwire.api.lint import Linted, judge, lint
    from toolwire.api.results import frame, read
    from toolwire.api.serve import serve
    from toolwire.api.verify import verify
    from toolwire.jobs.lint.judging import Judged
    from toolwire.jobs.verify.run import Verified
    from toolwire.model.errors import ToolwireError, TrafficError
    from toolwire.model.exchange import (
        Chunk,
        Evidence,
        EvidenceLevel,
        Exchange,
        Fidelity,
        Mode,
        Request,
        Response,
    )
    from toolwire.model.observation import Finding, Observation, Severity, Verdict
    from toolwire.results import Results
    from toolwire.traffic import Unreadable

#: Module -> what of it is exported.
_EXPORTED = {
    "api.audit": ("Audited", "audit"),
    "api.lint": ("Linted", "judge", "lint"),
    "api.results": ("frame", "read"),
    "api.serve": ("serve",),
    "api.verify": ("verify",),
    "jobs.lint.judging": ("Judged",),
    "jobs.verify.run": ("Verified",),
    "model.errors": ("ToolwireError", "TrafficError"),
    "model.exchange": (
        "Chunk", "Evidence", "EvidenceLevel", "Exchange", "Fidelity", "Mode", "Request", "Response",
    ),
    "model.observation": ("Finding", "Observation", "Severity", "Verdict"),
    "results": ("Results",),
    "traffic": ("Unreadable",),
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Import what is exported when it is first asked for (PEP 562)."""
    from importlib import import_module  # noqa: PLC0415 - lazy, as all here

    for module, names in _EXPORTED.items():
        if name in names:
            value: object = getattr(import_module(f"{__name__}.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return what is there and what is exported, for those who type."""
    return sorted({*globals(), *__all__})
