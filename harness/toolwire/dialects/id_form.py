"""What an id of a call may be where it goes back in a history; part of a dialect's `wire`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

#: Names and ids of letters, digits, underscores and hyphens.
HYPHENATED: Final = re.compile(r"[a-zA-Z0-9_-]+", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdForm:
    """The ids that are taken.

    Attributes:
        pattern: that an id matches in full; None where nobody says.
        limit: its most characters; None where nobody says.
        wider: what some servers take; the limit where that is the same.
        by: who refuses another, as messages say it; "" where nobody does.
    """

    pattern: re.Pattern[str] | None
    limit: int | None
    wider: int | None
    by: str


class ModelIds(NamedTuple):
    """The ids that are taken for some models.

    Attributes:
        models: matches the beginning of their names, in small letters.
        form: of these ids.
    """

    models: re.Pattern[str]
    form: IdForm


#: Of a format in which nothing is known to be refused.
ANY_ID: Final = IdForm(pattern=None, limit=None, wider=None, by="")
#: What Anthropic takes, and so a history that may move there.
PORTABLE: Final = IdForm(pattern=HYPHENATED, limit=None, wider=None, by="Anthropic")
#: Every model, whatever its name.
ANY_MODEL: Final = re.compile("")
