"""A rule as a page: what it states, why, who breaks, and the bytes that pass and fail.

The examples are made from the clean exchange of each mutation and the mutation itself, so
they cannot drift from what is tested. Only the part that differs is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from harness.conversation import Json, JsonObject
from harness.dialects import dialect
from harness.exchange import Exchange, Mode, Response
from harness.rules.rule import Case, Mutation, Rule
from harness.rules.scenarios import clean

__all__ = ["Example", "examples", "page", "page_json"]

_BEFORE: Final = 60
_AFTER: Final = 30
_LONGEST: Final = 420
_CUT: Final = " […] "


@dataclass(frozen=True, slots=True)
class Example:
    """The same response twice, the part that differs only.

    Attributes:
        dialect, mode, scenario: which clean exchange it is.
        fault: the fault in a few words; "" where the rule has one.
        passing, failing: the part in the clean and in the faulty response.
    """

    dialect: str
    mode: Mode
    scenario: str
    fault: str
    passing: str
    failing: str

    def as_json(self) -> JsonObject:
        """Return the example as `toolwire explain --json` prints it."""
        return {
            "dialect": self.dialect,
            "mode": str(self.mode),
            "scenario": self.scenario,
            "fault": self.fault,
            "passing": self.passing,
            "failing": self.failing,
        }


def examples(rule: Rule) -> tuple[Example, ...]:
    """Return one example for each mutation of a rule, in their order."""
    return tuple(map(_example, rule.mutations))


def _example(mutation: Mutation) -> Example:
    before = clean(dialect(mutation.dialect), mutation.scenario, mutation.mode)
    passing, failing = _difference(before, mutation.apply(before))
    return Example(
        mutation.dialect, mutation.mode, mutation.scenario, mutation.fault, passing, failing
    )


def _difference(before: Exchange, after: Exchange) -> tuple[str, str]:
    one, other = before.response, after.response
    if (one.status, one.headers) != (other.status, other.headers):
        return _heads(one, other)
    return _bodies(_text(one.body), _text(other.body))


def _text(body: bytes) -> str:
    return body.decode("utf-8", "backslashreplace")


def _heads(one: Response, other: Response) -> tuple[str, str]:
    if one.status != other.status:
        return f"HTTP {one.status}", f"HTTP {other.status}"
    mine, yours = set(one.headers), set(other.headers)
    return _headers(mine - yours), _headers(yours - mine)


def _headers(headers: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in sorted(headers)) or "(no such header)"


def _bodies(one: str, other: str) -> tuple[str, str]:
    head = _shared(one, other)
    tail = _shared(one[head:][::-1], other[head:][::-1])
    start = max(head - _BEFORE, 0)
    return _piece(one, start, len(one) - tail), _piece(other, start, len(other) - tail)


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _piece(text: str, start: int, end: int) -> str:
    """Return the text from `start` to a little after `end`, the middle left out if long."""
    stop = min(end + _AFTER, len(text))
    piece = text[start:stop].strip("\n")
    if len(piece) > _LONGEST:
        half = _LONGEST // 2
        piece = piece[:half] + _CUT + piece[-half:]
    return f"{'…' if start else ''}{piece}{'…' if stop < len(text) else ''}" or "(empty)"


def page(rule: Rule, cases: Sequence[Case]) -> str:
    """Return the page of a rule as Markdown, ending with a newline."""
    return "\n\n".join(_blocks(rule, cases)) + "\n"


def _blocks(rule: Rule, cases: Sequence[Case]) -> Iterator[str]:
    yield f"# {rule.id} {rule.name}"
    severities = (f"{severity} on {name}" for name, severity in sorted(rule.severity.items()))
    yield f"**Severity**: {', '.join(severities)}. {_scope(rule)}"
    yield f"## What it states\n\n{rule.statement}"
    yield f"## Why\n\n{rule.why}"
    if rule.breaks:
        yield f"## Who breaks\n\n{rule.breaks}"
    yield f"## Source\n\n{_source(rule)}"
    yield "## What passes and what fails"
    for example in _chosen(examples(rule)):
        yield from _shown(example)
    if cases:
        yield "## Real cases"
        yield "\n".join(f"- {c.who}: {c.symptom} - <{c.url}> ({c.status})" for c in cases)
    if rule.workaround:
        yield f"## Workaround\n\n{rule.workaround}"


def _scope(rule: Rule) -> str:
    modes = " and ".join(str(mode) for mode in rule.modes)
    parts = [f"Judged on {modes} {'error replies' if rule.on_error else 'responses'}"]
    if rule.needs_request:
        parts.append("when the request is known")
    if rule.needs_wire:
        parts.append("when the bytes are as they were on the wire")
    return ", ".join(parts) + "."


def _source(rule: Rule) -> str:
    source = rule.source
    address = f" - <{source.url}>" if source.url else ""
    return f"{source.kind}: {source.text}{address} (read {source.read})"


def _chosen(made: Iterable[Example]) -> list[Example]:
    """Return one example for each dialect and fault, the blocking one where there is one."""
    found: dict[tuple[str, str], Example] = {}
    for example in made:
        key = (example.dialect, example.fault)
        if key not in found or (
            example.mode is Mode.BLOCKING and found[key].mode is not example.mode
        ):
            found[key] = example
    return list(found.values())


def _shown(example: Example) -> Iterator[str]:
    fault = f": {example.fault}" if example.fault else ""
    yield f"### {example.dialect}, {example.mode}{fault}"
    yield f"Passes:\n\n{_block(example.passing)}"
    yield f"Fails:\n\n{_block(example.failing)}"


def _block(text: str) -> str:
    fence = "~~~" if "```" in text else "```"
    return f"{fence}text\n{text}\n{fence}"


def page_json(rule: Rule, cases: Sequence[Case]) -> JsonObject:
    """Return the page of a rule as JSON."""
    shown: list[Json] = [example.as_json() for example in examples(rule)]
    real: list[Json] = [
        {"who": c.who, "symptom": c.symptom, "url": c.url, "status": c.status} for c in cases
    ]
    source = rule.source
    return {
        "id": rule.id,
        "name": rule.name,
        "subject": str(rule.subject),
        "severity": {name: str(severity) for name, severity in sorted(rule.severity.items())},
        "modes": [str(mode) for mode in rule.modes],
        "statement": rule.statement,
        "why": rule.why,
        "breaks": rule.breaks,
        "source": {
            "kind": source.kind,
            "text": source.text,
            "url": source.url,
            "read": source.read,
        },
        "examples": shown,
        "cases": real,
        "workaround": rule.workaround,
    }
