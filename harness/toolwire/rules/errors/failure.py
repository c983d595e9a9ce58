"""Rules about failures: the shape of an error, and failures that call themselves a success."""

from __future__ import annotations

from toolwire.rules.views.dialect_paths import CHATML, EVERYWHERE, PROMPTED

JUDGED = (*EVERYWHERE, CHATML, PROMPTED)
