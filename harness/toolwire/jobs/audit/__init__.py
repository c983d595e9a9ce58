"""The audit: plan items, run each through a transport, judge what came back."""

from __future__ import annotations

from toolwire.jobs.audit.compose import compose, documented, offline
from toolwire.jobs.audit.plan import Item, plan
from toolwire.jobs.audit.run import not_run, observe, replay_from, run

__all__ = [
    "Item",
    "compose",
    "documented",
    "not_run",
    "observe",
    "offline",
    "plan",
    "replay_from",
    "run",
]
