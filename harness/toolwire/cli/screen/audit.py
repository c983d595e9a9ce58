"""What an audit prints when it is through: targets, findings by rule, verdict, what to do next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from toolwire.cli.screen.rule_groups import groups, lines
from toolwire.cli.screen.table import many, say
from toolwire.cli.screen.targets import print_details, print_targets
from toolwire.cli.screen.terminal import tell, terminal
from toolwire.cli.screen.verdict_line import known_line, verdict_line
from toolwire.io import clock
from toolwire.jobs.audit.selection import Selection
from toolwire.jobs.awaiting import AWAITS, awaits
from toolwire.model.errors import NO_KEY
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.results.cells.outcome import hollow_providers
from toolwire.results.variance import statements, trials_text

if TYPE_CHECKING:
    from toolwire.jobs.report import BuiltReport

#: Without -v: rules, cases that were not run or are inconclusive, and statements that are shown.
_MOST_RULES: Final = 8
_MOST_CASES: Final = 8
_MOST_STATEMENTS: Final = 5
_UNDECIDED: Final = (Verdict.NOT_RUN, Verdict.INCONCLUSIVE)
#: The reason of an observation for which there was no key.
_KEYLESS: Final = re.compile(rf"{NO_KEY} \(set (\w+)\)", re.ASCII)
_SEEN: Final = "Seen in other people's traffic (not asked in this run, does not count):"


def show(
    written: BuiltReport, chosen: Selection, code: int, *, screen: bool, verbose: bool = False
) -> None:
    """Print what a run came to.

    Args:
        written: its report.
        chosen: what was looked at.
        code: its exit code.
        screen: people read along on standard output; else only what is wrong is told, on
            standard error.
        verbose: every suite and every rule.
    """
    if screen:
        _print_evidence(written, chosen, verbose=verbose)
    _print_undecided(written.own, verbose=verbose)
    print_awaiting(written.own)
    _print_unasked(chosen.unasked)
    for stale in written.stale:
        say(f"warning: {stale.text}", err=True)
    if screen:
        _print_end(written, chosen, code)


def _print_evidence(written: BuiltReport, chosen: Selection, *, verbose: bool) -> None:
    today = clock.today()
    if verbose:
        print_details(written.table, today)
    others = [seen for seen in written.content.observations if not seen.asked]
    print_targets(others, today, _SEEN)
    alone = hollow_providers(written.matrix.table)
    if alone and not chosen.named:
        say()
        tell(f"○ documentation only, counts for nothing: {', '.join(alone)}")
    if chosen.left_out:
        say()
        tell(f"not asked, no cassette (name one with -p): {', '.join(chosen.left_out)}")
    requested = [seen for seen in written.own if seen.asked and not _hollow(seen)]
    _print_rules(requested, written, verbose=verbose)
    _print_variance(written.own, verbose=verbose)


def _hollow(seen: Observation) -> bool:
    return seen.evidence.level is EvidenceLevel.DOCUMENTED and seen.verdict is not Verdict.NOT_RUN


def _print_rules(requested: Sequence[Observation], written: BuiltReport, *, verbose: bool) -> None:
    """Print the rules that are broken; those that the providers' files list only with -v."""
    rules = {rule.id: rule for rule in written.content.rules}
    found = groups(requested, Severity.INFO if verbose else Severity.WARNING)
    shown = found if verbose else tuple(group for group in found if group.known < group.count)
    seen = terminal()
    columns = seen.columns if seen else None
    if shown:
        say()
        say("Findings, by rule:")
    for group in shown if verbose else shown[:_MOST_RULES]:
        for line in lines(group, rules.get(group.rule), columns):
            say(line)
    if len(shown) > _MOST_RULES and not verbose:
        say(f"and {many(len(shown) - _MOST_RULES, 'rule')} more: -v shows all")


def _print_variance(own: Iterable[Observation], *, verbose: bool) -> None:
    """Print what one answer of a model can explain: how often it came."""
    every = tuple(own)
    found = [one for one in statements(every) if one.hits]
    trials = [seen for seen in every if seen.trials and seen.verdict is Verdict.CONFORMANT]
    if trials:
        words = sorted({trials_text(seen.trials) for seen in trials if seen.trials})
        say()
        say(f"{many(len(trials), 'case')} did as asked each time: {words[0]}")
    if found:
        say()
        say("What one answer of a model can explain (a rate, no verdict by itself):")
    for one in found if verbose else found[:_MOST_STATEMENTS]:
        tell(f"{'/'.join(one.target[::2])} {one.rule}: {one.words}", indent="  ")
    more = len(found) - _MOST_STATEMENTS
    if more > 0 and not verbose:
        say(f"  and {more} more: -v shows all")


def _print_unasked(names: Iterable[str]) -> None:
    """Print on standard error, a line each, which targets nothing but documentation speaks for."""
    for name in names:
        tell(f"{name}: nothing but documentation; record it with --record", err=True)


def print_awaiting(own: Iterable[Observation]) -> None:
    """Print on standard error which rules vendors break in their own formats: a person decides."""
    found = Counter(
        (seen.provider, seen.dialect, finding.rule)
        for seen in own
        for finding in seen.findings
        if awaits(finding)
    )
    for (provider, dialect, rule), count in sorted(found.items()):
        text = f"{provider} defines {dialect} and breaks {rule} ({many(count, 'finding')})"
        say(f"{AWAITS}{text}: mend the rule, or list it in the provider's file", err=True)


def _print_undecided(own: Iterable[Observation], *, verbose: bool) -> None:
    """Print on standard error what could not be looked at, the same reasons together."""
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for seen in own:
        if seen.counted in _UNDECIDED:
            whose = f"{seen.provider}/{seen.model}"
            key = (str(seen.counted), whose, _why(seen))
            reasons.setdefault(key, []).append(f"{seen.suite}.{seen.case}[{seen.mode}]")
    keyless = {key: cases for key, cases in reasons.items() if _variable(key)}
    for line in _few({k: v for k, v in reasons.items() if k not in keyless}, verbose=verbose):
        tell(line, err=True)
    if keyless:
        names = sorted({_variable(key) for key in keyless})
        providers = len({whose.partition("/")[0] for _, whose, _ in keyless})
        cases = sum(map(len, keyless.values()))
        tell(missing_keys(names, providers, f"{many(cases, 'observation')} not run"), err=True)


def _variable(reason: tuple[str, str, str]) -> str:
    """Return the variable of the key for want of which something was not run; "" for none."""
    found = _KEYLESS.fullmatch(reason[2])
    return found[1] if found else ""


def missing_keys(names: Sequence[str], providers: int, so: str) -> str:
    """Return which keys are missing, all in one line.

    Args:
        names: of their variables.
        providers: how many want them.
        so: what comes of it.
    """
    return f"no key: {', '.join(names)} ({many(providers, 'provider')}); {so}; export them, or leave these out"


def _why(seen: Observation) -> str:
    """Return why nothing was decided; the reason of a failure that is known is not that."""
    if seen.counted is seen.verdict:
        return seen.reason
    return f"known {', '.join(seen.known)} leaves nothing else to decide by"


def _few(reasons: dict[tuple[str, str, str], list[str]], *, verbose: bool) -> Iterator[str]:
    for (verdict, whose, reason), cases in list(reasons.items())[
        : None if verbose else _MOST_CASES
    ]:
        first = cases[0] if len(cases) == 1 else f"{len(cases)} cases, {cases[0]} first"
        yield f"{verdict} {whose}: {first}: {reason}"
    more = len(reasons) - _MOST_CASES
    if more > 0 and not verbose:
        yield f"and {many(more, 'reason')} more: -v shows all"


def _print_end(written: BuiltReport, chosen: Selection, code: int) -> None:
    """Print what fits the smallest screen and stays on it: who was asked, the verdict, what next."""
    seen = [one for one in written.own if one.asked and (chosen.named or not _hollow(one))]
    if seen:
        say()
    print_targets(seen, clock.today())
    say()
    known = known_line(written.own)
    if known:
        tell(known)
    say(f"report: {written.folder / 'report.html'}")
    named = {name.partition("/")[0].partition(".")[0] for name in chosen.unasked}
    part = f"part {chosen.shard.text}, " if chosen.shard else ""
    tell(f"{part}{verdict_line(written.table, code, named)}")
    say(f"next: {_next(written, chosen, code)}")


def _next(written: BuiltReport, chosen: Selection, code: int) -> str:
    """Return the command that goes on from here."""
    first = next(iter(chosen.unasked), "").partition("/")[0]
    if first:
        return f"toolwire plan -p {first}, then toolwire audit -p {first} --record --max-usd 1"
    failing = [group for group in groups(written.own, Severity.ERROR) if group.known < group.count]
    if code and failing:
        return f"toolwire explain {failing[0].rule}"
    if code and any(_KEYLESS.fullmatch(_why(seen)) for seen in written.own):
        return "export the keys; the same line with --resume asks what is missing"
    if code:
        return "toolwire audit ... -v tells each reason"
    return "toolwire verify http://127.0.0.1:8000/v1 asks a server of your own"
