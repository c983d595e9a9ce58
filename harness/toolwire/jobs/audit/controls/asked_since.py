"""Since when each control is asked: a cassette from before is judged without it.

What was recorded before a control was first asked answers everything else as it did. A new
control gets a row here, and no handler of its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from toolwire.jobs.audit.controls.meaning import Control
from toolwire.jobs.internal import InternalError
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Request
from toolwire.model.reply import Reading
from toolwire.suites.model import SEVERAL_TOOLS, WIDEST, Step
from toolwire.transport import StaleCassetteError

#: Sends a request of the item and decodes the answer; raises as a transport does.
Send: TypeAlias = Callable[[Request], Awaitable[Reading]]


@dataclass(frozen=True, slots=True)
class Since:
    """When a control was added.

    Attributes:
        day: the first on which it was asked, ISO 8601.
        question: the question that it was added to; None where it is new as such.
    """

    day: str
    question: str | None = None


#: None where every cassette has it where it is asked: one without it is stale.
SINCE: Final[Mapping[Control, Since | None]] = {
    Control.SOUND: None,
    # In words.
    Control.PLAIN: Since("2026-11-30", SEVERAL_TOOLS),
    Control.BARE: None,
    Control.WHOLE: None,
    Control.LONG: None,
    Control.WORDS: None,
    Control.TOOLED: None,
    Control.FORCED: None,
    Control.SEEN: None,
    Control.HISTORY: None,
    Control.APART: Since("2026-11-29"),
    Control.LISTED: Since("2026-11-30"),
    Control.FIRST: Since("2026-11-30"),
    Control.WRITTEN: Since("2026-12-01"),
    Control.UNREASONED: Since("2026-12-01"),
    Control.ELSEWHERE: Since("2026-11-29", WIDEST),
    Control.FREE: Since("2026-11-29"),
    Control.SCHEMA: Since("2026-11-29"),
    Control.COUNTED: Since("2026-11-30"),
    Control.BEFORE: Since("2026-11-30"),
    Control.AGAIN: Since("2026-11-30"),
    Control.AFTER: Since("2026-11-30"),
    Control.NO_IMAGE: Since("2026-11-30"),
    Control.IMAGE_SAID: Since("2026-11-30"),
    Control.IMAGE_RETURNED: Since("2026-11-30"),
    Control.IMAGES_SAID: Since("2026-12-01"),
    Control.THOUGHTLESS: Since("2026-12-01"),
}


async def ask(
    control: Control, request: Request | None, step: Step, send: Send
) -> dict[str, Reading]:
    """Ask a control beside a step; nothing where there is none, or where it is newer than the cassette.

    Raises:
        StaleCassetteError: the cassette has to have it.
        ToolwireError: as the transport does.
    """
    if request is None:
        return {}
    try:
        return {control: await send(request)}
    except StaleCassetteError:
        since = SINCE[control]
        if since is None or since.question not in (None, step.question):
            raise
        return {}


async def ask_besides(
    control: Control, request: Request | None, step: Step, send: Send
) -> dict[str, Reading]:
    """Ask a control, where that nobody answers it keeps no case from being judged: then nothing.

    Raises:
        StaleCassetteError, InternalError: as `ask` does.
    """
    try:
        return await ask(control, request, step, send)
    except (StaleCassetteError, InternalError):
        raise
    except ToolwireError:
        return {}
