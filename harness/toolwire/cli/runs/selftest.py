"""`toolwire selftest`: how far the judge can be trusted, measured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolwire.cli.screen.table import say, say_block, say_json
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.selftest import TARGET, Miss, Result, measure

_COLUMNS = ("own", "generic", "rate", "clean", "benign", "alarms")
_NOTE = (
    "Own faults: those the rules carry, found by their rule at its severity in the dialect.\n"
    "Generic faults: one place of a clean answer (body, event, header, status) dropped, retyped,\n"
    "renamed, doubled, reordered, cut or made to disagree with the rest, detected with a finding at\n"
    "warning or above, alone or beside the clean answer in the other mode. Not counted: places\n"
    "where a change leaves another right answer.\n"
    "Benign: clean answers written otherwise, in ways that no conforming client notices. A finding\n"
    "at warning or above on these, or on clean answers, is a false alarm."
)


def run(dialect: tuple[str, ...], *, as_json: bool) -> int:
    """Do what `toolwire selftest` says; return the exit code."""
    results = [measure(load_dialect(name)) for name in dialect or DIALECTS]
    if as_json:
        documents = [result.as_json() for result in results]
        reached = all(result.reached for result in results)
        say_json({"target": TARGET, "reached": reached, "dialects": documents})
    else:
        _print(results)
    if any(result.internal for result in results):
        return 2
    return 0 if all(result.reached for result in results) else 1


def _print(results: list[Result]) -> None:
    from rich.console import Console  # noqa: PLC0415 - only the tables need it
    from rich.table import Column, Table  # noqa: PLC0415 - as above

    table = Table(Column("dialect", no_wrap=True), *_COLUMNS)
    for result in results:
        style = None if result.reached else "bold red"
        table.add_row(*_row(result), style=style)
    Console().print(table)
    say_block(f"{_NOTE}\n")
    for line in _lines(results):
        say(line)


def _row(result: Result) -> Iterator[str]:
    yield result.dialect
    yield f"{result.own_detected}/{result.own}"
    yield f"{result.detected}/{result.generic}"
    yield f"{result.rate:.2%}"
    yield str(result.clean)
    yield str(result.benign.exchanges)
    yield str(len(result.alarms) + len(result.benign.alarms))


def _lines(results: Iterable[Result]) -> Iterator[str]:
    for result in results:
        yield ""
        yield result.dialect
        yield from (f"  {line}" for line in result.internal)
        yield from (f"  false alarm: {alarm}" for alarm in result.alarms)
        yield from (f"  false alarm on a benign variant: {alarm}" for alarm in result.benign.alarms)
        yield from (f"  benign variant read otherwise: {where}" for where in result.benign.misread)
        yield from map(_miss, result.misses)
        if not result.misses:
            yield "  missed: nothing that counts"
        benign = result.benign
        yield f"  benign: {benign.exchanges} answers, written otherwise in {benign.variants} ways"
        yield f"  noticed only beside the answer in the other mode: {result.paired}"
        yield f"  not counted: {result.uncounted} mutations, {result.noticed} of them noticed"
        yield from _by_design(result.by_design)


def _miss(miss: Miss) -> str:
    where = f"{miss.mode} {miss.operator} {miss.place}"
    return f"  missed: {where} ({miss.count}, in {', '.join(miss.scenarios)}): {miss.reason}"


def _by_design(misses: Iterable[Miss]) -> Iterator[str]:
    """Yield what is not noticed by design, by reason."""
    found: dict[str, dict[str, list[str]]] = {}
    for miss in misses:
        found.setdefault(miss.reason, {}).setdefault(miss.operator, []).append(miss.place)
    for reason, operators in found.items():
        yield f"    {reason}"
        yield from (f"      {line}" for line in _places(operators))


def _places(operators: Mapping[str, list[str]]) -> Iterator[str]:
    for operator, places in operators.items():
        yield f"{operator}: {', '.join(dict.fromkeys(places))}"
