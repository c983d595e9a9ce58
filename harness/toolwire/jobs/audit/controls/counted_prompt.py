"""What a server counts of a long prompt before it is asked, on the path that the format has for it.

Claude Code asks for it before it shortens a conversation. It is no part of calling tools: a server
without the path is told as information, where a status says so. One that refuses there what it takes else
(TC762), tells no number (TC118), or one that is too small for what was asked (TC146), is told as a warning.
An error under 200 is no number either, whatever its words: LM Studio says so that the path is not there
(lmstudio-ai/lmstudio-bug-tracker#2055), and SDKs hand on a count that is undefined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.controls.asked_since import Send, ask_besides
from toolwire.jobs.audit.controls.meaning import Control, Controls, says_unsupported
from toolwire.model.exchange import Mode, Request
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.mutate.addition import LONG
from toolwire.rules.views.latin_words import WORDS_OF_A_TOKEN
from toolwire.rules.views.prompt_words import words_of_tools, words_said
from toolwire.suites.model import COUNTED, RIGHT, Step

#: Statuses of a server that has the path and refuses, or fails over, what it takes else; others may
#: say that nothing is there, or that somebody may not ask.
_REFUSED: Final = frozenset({400, 422, 500})
#: The rule of what the published type says. No client was tried with another count, so it is a warning.
_TYPED: Final = "TC118"
#: Statuses that say that nothing is there.
_NOTHING: Final = frozenset({404, 405, 501})
#: The one of an answer, which SDKs read as a count.
_ANSWERED: Final = 200


async def counted(step: Step, reading: Reading, send: Send) -> Controls:
    """Ask what is counted of a long prompt that was answered; nothing where the format does not
    count beforehand.
    """
    return await ask_besides(Control.COUNTED, _request(step, reading), step, send)


def _request(step: Step, reading: Reading) -> Request | None:
    route = load_dialect(reading.dialect).wire.serving.counting
    asked = reading.exchange.request
    if route is None or asked is None or reading.mode is not Mode.BLOCKING:
        return None
    serving = load_dialect(reading.dialect).wire.serving
    path, mark, query = asked.url.partition("?")
    # On other paths another's cloud answers, which counts elsewhere.
    if not path.endswith(serving.beginnings[0]) or not {*LONG} & {*step.additions}:
        return None
    body = object_of(parse(asked.body))
    kept = {name: value for name, value in body.items() if name not in route.without}
    return replace(asked, url=f"{path}{route.behind}{mark}{query}", body=dump(kept))


def count_faults(reading: Reading, controls: Controls) -> Iterator[Finding]:
    """Yield what is wrong with the count of a prompt that was asked for beside its answer.

    Args:
        reading: the answer to the prompt.
        controls: what was asked beside it.
    """
    answer, route = (
        controls.get(Control.COUNTED),
        load_dialect(reading.dialect).wire.serving.counting,
    )
    if answer is None or route is None or reading.conversation is None:
        return
    told = object_of(answer.body).get(route.member) if isinstance(answer.body, dict) else None
    if not answer.ok and answer.exchange.response.status != _ANSWERED:
        yield from _refusal(answer)
    elif not isinstance(told, int) or isinstance(told, bool):
        message = f"The path {_path(answer)} tells no whole number as `{route.member}`."
        place = f"/{route.member}"
        yield Finding(_TYPED, Severity.WARNING, place, message, "a whole number", _short(told))
    else:
        asked = reading.conversation
        least = (words_said(asked) + words_of_tools(asked)) // WORDS_OF_A_TOKEN
        if told < least:
            message = (
                f"The path {_path(answer)} counts fewer tokens of a prompt than its words take."
            )
            severity = RULES[COUNTED].severity[reading.dialect]
            yield Finding(COUNTED, severity, f"/{route.member}", message, f"at least {least}", told)


def _refusal(answer: Reading) -> Iterator[Finding]:
    """Yield that a count is refused, or that the server has none."""
    status, path = answer.exchange.response.status, _path(answer)
    if status in _REFUSED and not says_unsupported(answer):
        message = f"A right request is refused: {path}, of a prompt that is answered."
        severity = RULES[RIGHT].severity[answer.dialect]
    elif status in _NOTHING or says_unsupported(answer):
        message = f"The server does not count a prompt beforehand ({path})."
        severity = Severity.INFO
    else:
        return
    yield Finding(RIGHT, severity, "status", message, "an answer", status)


def _path(answer: Reading) -> str:
    asked = answer.exchange.request
    assert asked is not None
    path = asked.url.partition("?")[0]
    return f"/{path.split('/', 3)[-1]}"


def _short(told: object) -> str:
    return "absent" if told is None else dump(told).decode()[:40]
