"""Results whose every text field was written by somebody who wants to act, and the same in peace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from tests.support.acting import PLANTED
from toolwire import results
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import FACETS, Finding, Observation, Severity, Stale, Verdict
from toolwire.results import ModelList
from toolwire.transport.cassette.file import Provenance, save

#: A word that nobody else writes, by which what was planted is found again.
MARK: Final = "zzevilzz"
#: What a template would make of `TEMPLATE`, were it one.
TEMPLATE, CALCULATED = "{{ 191 * 191 }}{% for a in 'xy' %}{{ a }}{% endfor %}{# gone #}", "36481"
#: Ways out of an attribute, of a text, of a script, of a line, of a folder.
TEXTS: Final = (
    f'"><script src=//{MARK}.example/x.js></script><img src=x onerror=alert(1)>',
    f"'><svg/onload=alert('{MARK}')><style>*{{display:none}}</style><!-- --> ]]> <![CDATA[",
    f"javascript:alert(`{MARK}`)",
    f"data:text/html,<script>{MARK}</script>",
    f"https://{MARK}.example/?a=1&b=<2>#c",
    f"{MARK}\n</textarea></title></script></pre>\r\n<h1 onclick=x>",
    f"{MARK}{TEMPLATE}${{1+1}}<%= 1 %>",
    f"{MARK}{PLANTED}\u202etxt.exe\u2066\u200b",
    f"|{MARK}|`x`[a](https://{MARK}.example)![i](javascript:1) @{MARK} *b* # h\n---\n- [x] l",
    f'=HYPERLINK("https://{MARK}.example")',
    f"../../../{MARK}/../../etc/passwd",
    f"..\\..\\{MARK}\\x:y",
    f"/{MARK}//{MARK}.example\\@",
    f"{MARK}%2e%2e%2f%00?x#y",
    f"octo/spoon {MARK}/../../x.yaml@0123456789abcdef #3",
    "con", "nul.html", "com1", "AUX", "lpt9.tar", "index", "Index", "INDEX", ".", "..", "-", " ",
    "\u0130stanbul", "\ufb01le", "e\u0301", "\u00e9", "\U0001f600", "constructor", "__proto__",
)  # fmt: skip
#: Text of more than any page has, which no page may hold whole.
LONG: Final = f"{MARK}" * 38_000
#: What stays as it is in an address that acts.
SAFE: Final = "<>\"'`(){}|=/:;"
_DAYS: Final = {False: "2026-11-20", True: "2026-10-20"}
#: How many of the texts stand in bodies: those that are no mere names.
_BODIES: Final = 10
_VERDICTS: Final = tuple(Verdict)


@dataclass(frozen=True, slots=True)
class _Fields:
    """What one observation has in its fields; each is a text of its own."""

    provider: str = "acme"
    dialect: str = "openai-chat"
    model: str = "small"
    suite: str = "single_call"
    case: str = "one"
    reason: str = ""
    rule: str = "TC304"
    pointer: str = "/choices/0"
    message: str = "It is not so."
    expected: str = "a"
    actual: str = "b"
    word: str = "object"
    source: str = "acme/small/single_call.one.blocking.yaml"
    host: str = "127.0.0.1:8000"
    run: str = "20261120T100000Z-00000001"


_NAMES: Final = tuple(_Fields.__dataclass_fields__)


def observations(*, hostile: bool, before: bool = False) -> Iterator[Observation]:
    """Yield observations of every verdict, level and mode, each text in every field of some.

    Args:
        hostile: False for the same observations with texts that want nothing.
        before: of a report that is a month older: the verdicts are others.
    """
    number = 0
    for at, text in enumerate(TEXTS):
        peaceful = f"name{at}"
        every = dict.fromkeys(_NAMES, text if hostile else peaceful)
        for level in EvidenceLevel:
            number += 1
            yield _observation(_Fields(**every), level, number, before=before)
            known = {**every, "suite": "single_call", "dialect": "openai-chat", "rule": "TC304"}
            yield _observation(_Fields(**known), level, number, before=before)
    for name in _NAMES:
        number += 1
        long = LONG if hostile else "long"
        yield _observation(_Fields(**{name: long}), EvidenceLevel.RECORDED, number, before=before)
        yield _observation(_Fields(**{name: long}), EvidenceLevel.IMPORTED, number, before=before)


def _observation(
    fields: _Fields, level: EvidenceLevel, number: int, *, before: bool
) -> Observation:
    asked = level is not EvidenceLevel.IMPORTED
    finding = Finding(
        fields.rule, tuple(Severity)[number % 3], fields.pointer, fields.message,
        {fields.expected: [fields.expected]}, fields.actual,
    )  # fmt: skip
    drift = Finding("TC190", Severity.INFO, f"/{fields.pointer}", fields.message, None, fields.word)
    when = f"{_DAYS[before]}T10:00:00+00:00"
    verdict = _VERDICTS[(number + before) % len(_VERDICTS)]
    return Observation(
        fields.provider, fields.dialect, fields.model, fields.suite, f"{fields.case}{number}",
        tuple(Mode)[number % 2], verdict,
        Evidence(level, fields.source, when, f"{number:064x}", fields.host),
        fields.reason, (finding, drift),
        _facets(fields.word),
        {"first_byte": 0.5} if level is EvidenceLevel.LIVE else {},
        known=(fields.rule,) if number % 5 == 0 else (),
        asked=asked, run=fields.run if asked else "",
    )  # fmt: skip


def recorded(folder: Path, *, hostile: bool) -> Iterator[Observation]:
    """Yield observations of answers that lie in a folder of cassettes, written there: bodies act.

    Args:
        folder: of cassettes, whose bytes the pages may show.
        hostile: False for the same answers with texts that want nothing.
    """
    for number, text in enumerate((*TEXTS[:_BODIES], LONG)):
        said = text if hostile else f"text{number}"
        for mode in Mode:
            source = f"acme/small/body{number}_{mode}.one.{mode}.yaml"
            provenance = Provenance(EvidenceLevel.RECORDED, _DAYS[False], "127.0.0.1")
            digest = save(folder / source, [_exchange(said, mode)], provenance)
            pointer = "/choices/0/message/content" if mode is Mode.BLOCKING else "event[0]/choices"
            odd = (f"/{said}", f"event[1]/{said}", "header[x-request-id]", "/model", "status")
            findings = tuple(
                Finding("TC304", Severity.ERROR, place, "It is not so.", "x", said)
                for place in (pointer, *([] if said == LONG else odd))
            )
            when = f"{_DAYS[False]}T10:00:00+00:00"
            yield Observation(
                "acme", "openai-chat", "small", f"body{number}_{mode}", "one", mode,
                Verdict.FAILED, Evidence(EvidenceLevel.RECORDED, source, when, digest),
                "TC304", findings, run="20261120T100000Z-00000001",
            )  # fmt: skip


def _exchange(said: str, mode: Mode) -> tuple[Request, Response]:
    """Return a request and its answer that say one text wherever a text can stand."""
    header = "".join(char for char in said if " " <= char <= "~")[:200]
    sent: Json = {
        "model": said,
        "messages": [{"role": "user", "content": said}],
        "stream": mode is Mode.STREAMING,
        "tools": [{"type": "function", "function": {"name": said, "parameters": {said: said}}}],
    }
    choice: JsonObject = {"index": 0, "finish_reason": "stop"}
    message: Json = {"role": "assistant", "content": said}
    request = Request(
        "POST",
        f"http://127.0.0.1:8000/v1/chat/completions?{quote(header, safe=SAFE)}",
        (("Content-Type", "application/json"), ("x-request-id", header)),
        dump(sent),
    )
    if mode is Mode.BLOCKING:
        body = dump({"id": said, "model": said, "choices": [{**choice, "message": message}]})
    else:
        event = dump({"id": said, "model": said, "choices": [{**choice, "delta": message}]})
        body = b"data: " + event + b"\n\ndata: " + said.encode() + b"\xff\x00\n\ndata: [DONE]\n\n"
    kind = "application/json" if mode is Mode.BLOCKING else "text/event-stream"
    return request, Response(200, (("Content-Type", kind), ("x-request-id", header)), body)


def _facets(word: str) -> dict[str, str]:
    """Return a word for every facet; a line of results has an end, so a long one for one."""
    return {"arguments": word} if word == LONG else dict.fromkeys(FACETS, word) | {word: word}


def written(
    folder: Path, *, hostile: bool, before: bool = False, more: Iterable[Observation] = ()
) -> Path:
    """Write a dated report's results, with more observations beside them; return its folder."""
    day = f"{_DAYS[before][:-2]}21"
    text = TEXTS[0] if hostile else "name0"
    head = results.Header(
        text, f"{day}T09:00:00+00:00", {"live": True, text: text},
        run=f"{day.replace('-', '')}T090000Z-{text}", rules=("TC304", text),
    )  # fmt: skip
    results.write(
        folder / day / "results.jsonl",
        head,
        [*observations(hostile=hostile, before=before), *more],
        finished_at=f"{day}T10:00:00+00:00",
        stale=[Stale(text, text, text), Stale("acme", "openai-chat", "TC305")],
        models=[ModelList("acme", ("small", text)), ModelList(text, (text,))],
    )
    return folder / day
