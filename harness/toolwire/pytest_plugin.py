"""pytest as a front door: `pytest suites/` runs cases x targets as test items.

The same engine as `toolwire audit` does the work. A case that could not be looked at is an
error, not a skip, because a skip reads as green; only a documented absence is skipped.

Nothing of toolwire is imported until a suite file is collected, so that the plugin costs
other projects' test runs nothing.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from toolwire.jobs.audit.plan import Item
    from toolwire.model.observation import Observation
    from toolwire.providers.deviations import KnownDeviation

_HEAD_BYTES = 65_536
_SHARED_TOOLS = "tools.yaml"


class NonStrictWarning(pytest.PytestWarning):
    """A case passed with findings of severity warning."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this plugin."""
    group = parser.getgroup("toolwire", "conformance of tool-calling wire formats")
    group.addoption(
        "--toolwire-provider",
        action="append",
        default=[],
        metavar="ID",
        help="Audit this provider only; may be given several times. Every target with a cassette "
        "if none.",
    )
    group.addoption(
        "--toolwire-model",
        action="append",
        default=[],
        metavar="NAME",
        help="Model of each --toolwire-provider, also one that its file does not list; may be given "
        "several times.",
    )
    group.addoption(
        "--toolwire-providers", type=Path, metavar="DIR", help="Folder of your provider files."
    )
    group.addoption(
        "--toolwire-suites",
        type=Path,
        metavar="DIR",
        help="Every YAML file in this folder is a suite.",
    )
    group.addoption(
        "--toolwire-cassettes",
        type=Path,
        metavar="DIR",
        help="Folder of cassettes; the shipped ones if not given.",
    )
    group.addoption("--toolwire-results", type=Path, metavar="FILE", help="Write a results.jsonl.")
    group.addoption(
        "--toolwire-allow-not-run",
        action="store_true",
        help="Skip what could not be looked at, or was inconclusive, instead of failing.",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SuiteFile | None:
    """Collect suite files, and no other YAML."""
    if file_path.suffix not in {".yaml", ".yml"} or file_path.name == _SHARED_TOOLS:
        return None
    folder: Path | None = parent.config.getoption("--toolwire-suites")
    named = folder is not None and folder.resolve() == file_path.resolve().parent
    if not named and not _looks_like_suite(file_path):
        return None
    collected: SuiteFile = SuiteFile.from_parent(parent, path=file_path)
    return collected


def _looks_like_suite(path: Path) -> bool:
    """Say whether the first key is `suite` and there is a key such as `cases` beside it.

    Both, because helm-unittest's files begin with `suite` too.
    """
    from toolwire.io.opening import beginning  # noqa: PLC0415 - lazy, see the module

    lines = beginning(path, _HEAD_BYTES).splitlines()
    keys = [line for line in lines if line[:1].isalpha()]
    return (
        bool(keys)
        and keys[0].startswith(b"suite:")
        and any(key.startswith((b"cases:", b"cases_from:", b"pairs:")) for key in keys)
    )


class SuiteFile(pytest.File):
    """One suite file; it holds a collector for each target."""

    def collect(self) -> Iterator[TargetCollector]:
        """Yield the targets, in the order of `toolwire audit`.

        Raises:
            CollectError: a suite or provider file is not valid, or a record mode was asked
                for that this version does not have; one line.
        """
        from toolwire.model.errors import ToolwireError  # noqa: PLC0415 - lazy, see the module

        # Told here and not as a usage error in a later hook, which xdist's workers swallow.
        mode = self.config.getoption("--record-mode", default=None)
        if mode not in {None, "none"}:
            raise self.CollectError(
                f"toolwire: --record-mode={mode}: live recording is not available in this "
                "version; suites are replayed from cassettes"
            )
        try:
            items, pairs, listed = self._items()
        except ToolwireError as error:
            raise self.CollectError(f"toolwire: {error}") from None
        for target, of_target in groupby(items, key=lambda item: item.target.name):
            mine = tuple(of_target)
            yield TargetCollector.from_parent(
                self, name=target, items=mine, pairs=pairs, listed=listed
            )

    def _items(self) -> tuple[tuple[Item, ...], bool, KnownDeviation]:
        """Return what is run, whether it is run to compare both modes, and what is known."""
        from toolwire.jobs.audit.plan import plan  # noqa: PLC0415 - as above
        from toolwire.jobs.audit.prompted import recorded_prompted  # noqa: PLC0415 - lazy, see the module
        from toolwire.jobs.audit.selection import select_targets  # noqa: PLC0415 - as above
        from toolwire.suites import load_suite, load_suites  # noqa: PLC0415 - as above
        from toolwire.transport.cassette.file import shipped_cassettes  # noqa: PLC0415 - as above

        option = self.config.getoption
        cassettes = option("--toolwire-cassettes") or shipped_cassettes()
        choice = select_targets(
            option("--toolwire-provider"),
            providers_dir=option("--toolwire-providers"),
            cassettes=cassettes,
            models=option("--toolwire-model"),
        )
        suite = load_suite(self.path)
        beside = load_suites((self.path.parent,), shipped=False) if suite.pairs else (suite,)
        # What is run is known before it runs: a target in words is there where it was recorded.
        targets = (*choice.targets, *recorded_prompted(choice.targets, cassettes))
        return plan(targets, beside), suite.pairs, choice.listed


class TargetCollector(pytest.Collector):
    """The cases of one suite for one target, named `provider/model`."""

    def __init__(
        self, *, items: tuple[Item, ...], pairs: bool, listed: KnownDeviation, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._items = items
        self._pairs = pairs
        self._listed = listed

    def collect(self) -> Iterator[CaseItem]:
        """Yield the items, named `suite.case[mode]`."""
        from toolwire.suites.model import PAIRS  # noqa: PLC0415 - lazy, see the module

        prefix = f"{PAIRS}." if self._pairs else ""
        for items in self._runs():
            name = f"{prefix}{items[-1].case.name}[{items[-1].mode}]"
            # Given as text: since 9.2 pytest compares ids by parts, and only an id it has
            # parsed itself has the bracket apart, as `--lf` reads it from its cache.
            node = f"{self.nodeid}::{name}"
            yield CaseItem.from_parent(
                self, name=name, nodeid=node, items=items, listed=self._listed
            )

    def _runs(self) -> Iterator[tuple[Item, ...]]:
        """Yield what each test runs: an item, or both modes of a case to be compared."""
        from toolwire.jobs.audit.pairs import paired  # noqa: PLC0415 - lazy, see the module

        if not self._pairs:
            yield from ((item,) for item in self._items)
            return
        for both in pairwise(self._items):
            if paired(*both) and any(item.absent is None for item in both):
                yield both


class CaseItem(pytest.Item):
    """One case of one target in one mode, or in both modes, which are then compared.

    The case runs in the set-up phase, so that pytest tells "could not look" (an error) from
    "looked, and it is wrong" (a failure).

    Attributes:
        items: what is run, one after the other.
        listed: known deviations of the providers.
        observation: what was seen last: of one item, or of the comparison of two; None before
            set-up.
    """

    def __init__(self, *, items: tuple[Item, ...], listed: KnownDeviation, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.items = items
        self.listed = listed
        self.observation: Observation | None = None

    def setup(self) -> None:
        """Run the case; fail here when it could not be looked at."""
        from toolwire.jobs.audit import offline  # noqa: PLC0415 - lazy, see the module
        from toolwire.model.observation import Verdict  # noqa: PLC0415 - as above
        from toolwire.suites.model import PAIRS  # noqa: PLC0415 - as above
        from toolwire.transport.cassette.file import shipped_cassettes  # noqa: PLC0415 - as above

        folder = self.config.getoption("--toolwire-cassettes") or shipped_cassettes()
        *_, seen = offline(self.items, folder, (), self.listed)
        if len(self.items) > 1 and seen.suite != PAIRS:
            pytest.skip(f"unsupported in both modes: {_plain(seen.reason)}")
        self.observation = seen
        if seen.counted in {Verdict.NOT_RUN, Verdict.INCONCLUSIVE}:
            reason = f"could not look: {seen.counted}: {_plain(seen.reason)}"
            if self.config.getoption("--toolwire-allow-not-run"):
                pytest.skip(reason)
            pytest.fail(reason, pytrace=False)
        if seen.counted is Verdict.UNSUPPORTED:
            pytest.skip(f"unsupported: {_plain(seen.reason)}")

    def runtest(self) -> None:
        """Fail when the case failed; warn when it is not strict. What is known does not count."""
        from toolwire.model.observation import Verdict  # noqa: PLC0415 - lazy, see the module

        seen = self.observation
        assert seen is not None
        if seen.verdict is Verdict.CONFORMANT:
            return
        text = "\n".join(_lines(seen))
        if seen.counted is Verdict.FAILED:
            pytest.fail(text, pytrace=False)
        self.add_report_section("call", "toolwire", text)
        if seen.counted is Verdict.CONFORMANT:
            return
        try:
            self.warn(NonStrictWarning(f"{self._label}: {_plain(seen.reason)}"))
        except NonStrictWarning:
            # The project turns warnings into errors: it wants this to fail, readably.
            pytest.fail(text, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return file, first line and name, as the report's headings show them."""
        return self.path, 0, self._label

    @property
    def _label(self) -> str:
        return f"{self.items[-1].target.name}::{self.name}"


def _plain(text: str) -> str:
    from toolwire.cli.screen.table import plain  # noqa: PLC0415 - lazy, see the module

    return plain(text)


def _lines(seen: Observation) -> Iterator[str]:
    from toolwire.cli.screen.table import finding_lines  # noqa: PLC0415 - lazy, see the module

    yield f"{seen.verdict}: {_plain(seen.reason)}"
    for finding in seen.findings:
        yield from finding_lines(finding)
    if seen.known:
        yield f"known deviations of the provider, not counted: {', '.join(seen.known)}"
    yield f"evidence: {seen.evidence.level}, {_plain(seen.evidence.source)}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach the observation to the report of the phase that ran it, for the results file."""
    report = yield
    if report.when == "setup" and isinstance(item, CaseItem) and item.observation is not None:
        from toolwire.io.json_text import dump  # noqa: PLC0415 - lazy, see the module

        # Text, because xdist carries reports between processes as simple values.
        line = dump(item.observation.as_json()).decode()
        report.__dict__["toolwire_observation"] = line
    return report


def pytest_configure(config: pytest.Config) -> None:
    """Set the writer of the results file up in the process that sees all reports."""
    path: Path | None = config.getoption("--toolwire-results")
    if path is not None and not hasattr(config, "workerinput"):
        _refuse_others(path)
        config.pluginmanager.register(_ResultsWriter(path), "toolwire-results")


def _refuse_others(path: Path) -> None:
    """Refuse to replace what pytest has not written: an audit's results, or another file.

    Raises:
        UsageError: it is there.
    """
    if not path.exists():
        return
    from toolwire.model.errors import ToolwireError  # noqa: PLC0415 - lazy, see the module
    from toolwire.results import read  # noqa: PLC0415 - as above

    try:
        whose = read(path).header.selection
    except ToolwireError:
        whose = {}
    if "pytest" not in whose:
        hint = "name another file, or move it away"
        raise pytest.UsageError(f"--toolwire-results={path} is there and not pytest's own: {hint}")


class _ResultsWriter:
    """Collects observations from reports, its own or xdist's workers', and writes them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        line: str | None = getattr(report, "toolwire_observation", None)
        if line is not None:
            self._lines.append(line)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        from toolwire.results import header, observation, write  # noqa: PLC0415 - lazy, see the module
        from toolwire.rules import RULES  # noqa: PLC0415 - as above

        # Sorted, because xdist's workers report in no order.
        seen = sorted(
            map(observation, self._lines),
            key=lambda o: (o.provider, o.dialect, o.model, o.suite, o.case, o.mode),
        )
        write(self._path, header({"pytest": list(session.config.args)}, RULES), seen)
