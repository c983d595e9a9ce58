"""A rule as a page: what it states, why, who breaks, and the bytes that pass and fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules import FILES
from toolwire.rules.proof.chosen import BESIDE, ChosenExample, chosen_of
from toolwire.rules.proof.example import examples
from toolwire.rules.proof.scope import scope, variance_text
from toolwire.rules.proof.withdrawn import RAISED, raised_of, withdrawn_of
from toolwire.rules.rule import Rule, Variance

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
    yield f"**Severity**: {_severities(rule)}. {scope(rule)}"
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
    chosen = chosen_of(examples(rule))
    for one in chosen.examples:
        yield from _shown(rule, one)
    if chosen.left_out:
        yield f"{chosen.left_out} more of the same faults: `toolwire explain {rule.id} --json`."
    if rule.cases:
        yield "## Real cases"
        yield "\n".join(
            f"- {c.who}: {c.symptom} - <{c.url}> ({c.status})" for c in rule.real_cases()
        )
    if rule.workaround:
        yield f"## Workaround\n\n{rule.workaround}"
    for heading, changed in (("## Withdrawn", withdrawn_of), (RAISED, raised_of)):
        if lines := changed(rule.id):
            yield heading
            yield "\n".join(
                f"- {one.day}, {one.where}: was {one.was}, is {one.now}; {one.why}" for one in lines
            )


def _severities(rule: Rule) -> str:
    """Return `error on a, b; info on c`, the most severe first."""
    ranked = sorted(rule.severity.items(), key=lambda item: (item[1].rank, item[0]))
    groups = groupby(ranked, key=lambda item: item[1])
    return "; ".join(
        f"{severity} on {', '.join(name for name, _ in of_it)}" for severity, of_it in groups
    )


def _variance(variance: Variance) -> str:
    told = variance_text(variance).removesuffix(".")
    return f"{told} (see [live-audits.md](../live-audits.md#model-variance))."


def _source(rule: Rule) -> str:
    source = rule.source
    address = f" - <{source.url}>" if source.url else ""
    return f"{source.kind}: {source.text}{address} (read {source.read})"


def _shown(rule: Rule, one: ChosenExample) -> Iterator[str]:
    fault = f": {one.fault}" if one.fault else ""
    yield f"### {one.where}{fault}"
    if one.beside:
        yield BESIDE[rule.subject]
        yield _block("text", one.beside)
    yield _block("diff", one.diff)


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
