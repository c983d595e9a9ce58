"""Rules about the answer as a whole: content type, JSON at all."""

from __future__ import annotations

from toolwire.rules.views.dialect_paths import CHATML, EVERYWHERE, PROMPTED

#: These rules are about bytes, so they judge the formats that call in text as well.
JUDGED = (*EVERYWHERE, CHATML, PROMPTED)
