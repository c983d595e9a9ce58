"""The page that says whose recordings the shipped observations were made from."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from toolwire.jobs.lint.imported.origin import Origin
from toolwire.model.observation import Observation

_HEAD: Final = """\
# Imported traffic

`harness/toolwire/jobs/lint/imported/packed/` holds what `toolwire lint -o` makes of recordings that public
repositories keep for their tests: verdicts of rules, findings reduced to their shape, facets of
the format, and for each exchange its citation, date and digest. No body and no value of it is
in there; the recordings themselves stay where their authors published them.

`nox -s imported` writes the folder and this page; `nox -s imported -- --check` and a test compare
them with the recordings beside the checkout, byte for byte.
"""
#: `owner/name path@commit #index`.
_CITED: Final = re.compile(r"(?P<repository>\S+/\S+) .+?(?:@(?P<commit>[0-9a-f]{7,64}))?(?: #\d+)?")
_ODD: Final = re.compile(r"[^A-Za-z0-9._/: -]", re.ASCII)


@dataclass(slots=True)
class _Repository:
    commits: set[str] = field(default_factory=set)
    exchanges: set[str] = field(default_factory=set)
    providers: set[str] = field(default_factory=set)
    dates: set[str] = field(default_factory=set)


def page(made_from: Origin, observations: Iterable[Observation]) -> str:
    """Return the page, Markdown, for shipped observations and what they were made from."""
    seen = list(observations)
    parts = (_HEAD, *_made_from(made_from), *_providers(made_from), *_repositories(seen))
    return "\n".join(parts)


def _made_from(made_from: Origin) -> Iterator[str]:
    yield "## Made from\n"
    yield f"toolwire {made_from.toolwire}, {made_from.rules} rules, {made_from.observations} observations.\n"
    rows = [(c.name, c.exchanges, c.unknown, f"`{c.sha256[:16]}`") for c in made_from.corpora]
    yield from _table(("corpus", "exchanges", "of no known format", "sha256"), rows)
    yield "\nLeft out, because they are no evidence of what any vendor sends"
    yield "([`reports/attributions.yaml`](../reports/attributions.yaml) lists some, with reasons):\n"
    yield from _table(("fixtures", "exchanges"), [*made_from.fixtures.items()])


def _providers(made_from: Origin) -> Iterator[str]:
    yield "\n## Providers\n"
    rows = [
        (_plain(name), share.exchanges, share.observations, (share.newest or "no date")[:10])
        for name, share in made_from.providers.items()
    ]
    yield from _table(("provider", "exchanges", "observations", "newest"), rows)


def _repositories(seen: Sequence[Observation]) -> Iterator[str]:
    found: defaultdict[str, _Repository] = defaultdict(_Repository)
    for one in seen:
        cited = _CITED.fullmatch(one.evidence.source)
        row = found[cited["repository"] if cited else "no repository"]
        row.commits.update({cited["commit"]} if cited and cited["commit"] else ())
        row.exchanges.add(one.evidence.source)
        row.providers.add(one.provider)
        row.dates.add((one.evidence.recorded_at or "")[:10])
    yield "\n## Repositories\n"
    rows = [
        (
            _link(name),
            len(row.exchanges),
            len(row.commits),
            ", ".join(map(_plain, sorted(row.providers))),
            max(row.dates) or "no date",
        )
        for name, row in sorted(found.items(), key=lambda pair: pair[0].lower())
    ]
    yield from _table(("repository", "exchanges", "commits", "providers", "newest"), rows)
    yield ""


def _table(heads: Sequence[str], rows: Sequence[Sequence[str | int]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def _link(repository: str) -> str:
    name = _plain(repository)
    return f"[{name}](https://github.com/{name})" if "/" in name else name


def _plain(text: str) -> str:
    # Names come from recordings of strangers.
    return _ODD.sub("?", text)
