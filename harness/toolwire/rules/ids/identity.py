"""Rules about call ids: there, and told apart within a response and a conversation."""

from __future__ import annotations

from toolwire.model.observation import Severity
from toolwire.rules.views.dialect_paths import WITH_IDS

ERROR = dict.fromkeys(WITH_IDS, Severity.ERROR)
