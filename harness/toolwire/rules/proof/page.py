"""A rule as a page: what it states, why, who breaks, and the bytes that pass and fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import FILES
from toolwire.rules.proof.example import RuleExample, examples
from toolwire.rules.proof.withdrawn import withdrawn_of
from toolwire.rules.rule import Rule, Subject, Variance

#: Subject -> what is judged, and when, in words that follow "Judged on".
_JUDGED: Final[Mapping[Subject, str]] = {
    Subject.RESPONSE: "{modes} {replies}",
    Subject.AB: "streamed responses beside the blocking response to the same request",
    Subject.PROBE: "{modes} {replies} to a request that a suite makes for this purpose",
    Subject.CONVERSATION: "{modes} {replies} against the conversation before them",
    Subject.REQUEST: "requests: what a client sends, not what a provider answers",
}
#: Subject -> what stands beside an example.
_BESIDE: Final[Mapping[Subject, str]] = {
    Subject.AB: "The blocking response to the same request:",
    Subject.CONVERSATION: "The request already had:",
    Subject.PROBE: "The request asks:",
}

_TRIED: Final = """## How it is known who breaks

[who-breaks.md](../who-breaks.md) tells what each rule's own faulty exchange did to real clients over
HTTP, and which versions they had: what a page says of a client without citing a thread was seen
there. Others are named by public threads, which the page lists under "Real cases" or cites.
"""


def page(rule: Rule) -> str:
    """Return the page of a rule as Markdown, ending with a newline."""
    return "\n\n".join(_blocks(rule)) + "\n"


def _blocks(rule: Rule) -> Iterator[str]:
    yield f"# {rule.id} {rule.name}"
    yield f"**Severity**: {_severities(rule)}. {_scope(rule)}"
    yield (
        f"**File**: `harness/toolwire/{FILES[rule.id]}`. "
        "[How it is disputed](../how-rules-become-errors.md#disputing-a-finding)"
    )
    yield f"## What it states\n\n{rule.statement}"
    if rule.variance is not None:
        yield f"## Model variance\n\n{_variance(rule.variance)}"
    yield f"## Why\n\n{rule.why}"
    if rule.breaks:
        yield f"## Who breaks\n\n{rule.breaks}"
    yield f"## Source\n\n{_source(rule)}"
    yield (
        "## What passes and what fails\n\nLines with `-` fail, lines with `+` pass; the others are"
        " alike. JSON bodies are indented, and long lines cut, for reading."
    )
    made = _grouped(examples(rule))
    chosen = _chosen(made)
    for alike in chosen:
        yield from _shown(rule, alike)
    if len(chosen) < len(made):
        more = len(made) - len(chosen)
        yield f"{more} more of the same faults: `toolwire explain {rule.id} --json`."
    if rule.cases:
        yield "## Real cases"
        yield "\n".join(
            f"- {c.who}: {c.symptom} - <{c.url}> ({c.status})" for c in rule.real_cases()
        )
    if rule.workaround:
        yield f"## Workaround\n\n{rule.workaround}"
    if taken_back := withdrawn_of(rule.id):
        yield "## Withdrawn"
        yield "\n".join(
            f"- {one.day}, {one.where}: was {one.was}, is {one.now}; {one.why}"
            for one in taken_back
        )


def _severities(rule: Rule) -> str:
    """Return `error on a, b; info on c`, the most severe first."""
    ranked = sorted(rule.severity.items(), key=lambda item: (item[1].rank, item[0]))
    groups = groupby(ranked, key=lambda item: item[1])
    return "; ".join(
        f"{severity} on {', '.join(name for name, _ in of_it)}" for severity, of_it in groups
    )


def _scope(rule: Rule) -> str:
    modes = " and ".join(str(mode) for mode in rule.modes)
    replies = "error replies" if rule.on_error else "responses"
    parts = [f"Judged on {_JUDGED[rule.subject].format(modes=modes, replies=replies)}"]
    if rule.needs_request:
        parts.append("when the request is known")
    if rule.needs_wire:
        parts.append("when the bytes are as they were on the wire")
    return ", ".join(parts) + "."


def _variance(variance: Variance) -> str:
    where = f" in {' and '.join(variance.dialects)}" if variance.dialects else ""
    what = "Some of its breaches can" if variance.partly else "A breach can"
    return (
        f"{what} be explained by one answer of a model{where}: it is counted over a run, of "
        f"{variance.of}, and colours nothing by itself. It is a fault of the server where the "
        "model's answer is known, or where no reply of the run shows that the server can do it "
        "right (see [live-audits.md](../live-audits.md#model-variance))."
    )


def _source(rule: Rule) -> str:
    source = rule.source
    address = f" - <{source.url}>" if source.url else ""
    return f"{source.kind}: {source.text}{address} (read {source.read})"


def _grouped(made: Iterable[RuleExample]) -> list[list[RuleExample]]:
    """Put together what looks the same, so that it is seen once."""
    found: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[RuleExample]] = {}
    for example in made:
        found.setdefault((example.fault, example.diff, example.beside), []).append(example)
    return list(found.values())


def _chosen(made: list[list[RuleExample]]) -> list[list[RuleExample]]:
    """Choose so that every fault and every dialect is seen in each mode it has an example of."""
    seen: set[tuple[str, str, Mode]] = set()
    chosen = []
    for alike in made:
        faces = {
            face
            for example in alike
            for face in (
                ("fault", example.fault, example.mode),
                ("dialect", example.dialect, example.mode),
            )
        }
        if not faces <= seen:
            chosen.append(alike)
            seen |= faces
    return chosen


def _names(alike: list[RuleExample]) -> str:
    by_dialect: dict[str, list[str]] = {}
    for example in alike:
        by_dialect.setdefault(example.dialect, []).append(str(example.mode))
    return "; ".join(f"{name}, {' and '.join(modes)}" for name, modes in by_dialect.items())


def _shown(rule: Rule, alike: list[RuleExample]) -> Iterator[str]:
    example = alike[0]
    fault = f": {example.fault}" if example.fault else ""
    yield f"### {_names(alike)}{fault}"
    if example.beside:
        yield _BESIDE[rule.subject]
        yield _block("text", example.beside)
    yield _block("diff", example.diff)


def _block(kind: str, lines: Iterable[str]) -> str:
    text = "\n".join(lines)
    fence = "~~~" if "```" in text else "```"
    return f"{fence}{kind}\n{text}\n{fence}"


def index(rules: Iterable[Rule]) -> str:
    """Return the list of all pages as Markdown, ending with a newline."""
    rows = [
        f"| [{rule.id}]({rule.id}.md) | {_cell(rule.name)} | {rule.subject} | {_severities(rule)} |"
        for rule in rules
    ]
    head = (
        "# Rules\n\n"
        f"{len(rows)} rules, each proven by a fault of its own. `error`: an official SDK or a major"
        " framework breaks; `warning`: some clients break; `info`: drift, reported only.\n"
        "`toolwire explain RULE` prints a page. Written by"
        " `toolwire explain --all -o docs/rules`.\n"
    )
    table = "\n".join(["| Rule | Name | About | Severity |", "|---|---|---|---|", *rows])
    return f"{head}\n{table}\n\n{_TRIED}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def page_json(rule: Rule) -> JsonObject:
    """Return the page of a rule as JSON."""
    shown: list[Json] = [example.as_json() for example in examples(rule)]
    real: list[Json] = [
        {"who": c.who, "symptom": c.symptom, "url": c.url, "status": c.status}
        for c in rule.real_cases()
    ]
    source = rule.source
    return {
        "id": rule.id,
        "name": rule.name,
        "file": FILES[rule.id],
        "subject": str(rule.subject),
        "severity": {name: str(severity) for name, severity in sorted(rule.severity.items())},
        "modes": [str(mode) for mode in rule.modes],
        "statement": rule.statement,
        "variance": rule.variance.of if rule.variance is not None else "",
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
