"""One run of pytest that collects suites: what is collected, recorded, told and written."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from toolwire.cli.screen.table import plain
from toolwire.io.json_text import dump
from toolwire.model.errors import ToolwireError
from toolwire.pytest_plugin import listings
from toolwire.pytest_plugin.collection import CaseItem, SuiteFile
from toolwire.pytest_plugin.recording import Recording, refuse_recording
from toolwire.pytest_plugin.settings import Settings, settings_of
from toolwire.results import header, observation, read, write
from toolwire.rules import RULES

_SUFFIXES: Final = frozenset({".yaml", ".yml"})
_SHARED_TOOLS: Final = "tools.yaml"
#: Attribute by which a report carries an observation from a worker of xdist.
_OBSERVATION: Final = "toolwire_observation"
#: How options of `toolwire audit` begin that are here, too.
_OPTION: Final = re.compile(r"--(?=(?:key-env|max-usd|max-requests|providers)\b)")


def begin(config: pytest.Config) -> None:
    """Begin a run that collects suites.

    Raises:
        UsageError: something that the run needs is missing.
    """
    settings = settings_of(config)
    recording = None
    if settings.recording:
        refuse_recording(config, settings)
        try:
            recording = Recording(settings)
        except ToolwireError as error:
            raise _usage(error) from None
    config.pluginmanager.register(SuiteRun(settings, recording), "toolwire-suites")
    if not hasattr(config, "workerinput"):
        # The process that sees all reports.
        if settings.results is not None:
            _refuse_others(settings.results)
        config.pluginmanager.register(_Observed(settings), "toolwire-observed")


class SuiteRun:
    """What every process does: collect, ask, and attach what was seen to reports."""

    def __init__(self, settings: Settings, recording: Recording | None) -> None:
        self._settings = settings
        self._suites = settings.suites.resolve()
        self._recording = recording

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect the files of the folder of suites, and no other YAML."""
        if file_path.suffix not in _SUFFIXES or file_path.name == _SHARED_TOOLS:
            return None
        if file_path.resolve().parent != self._suites:
            return None
        collected: SuiteFile = SuiteFile.from_parent(
            parent, path=file_path, settings=self._settings, recording=self._recording
        )
        return collected

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Tell where keys go before anything is asked, or that it must not be.

        Raises:
            UsageError: a key must not go there, or the limit cannot be kept to.
        """
        if self._recording is None or session.config.getoption("--collect-only"):
            return
        cases = (one for one in session.items if isinstance(one, CaseItem))
        try:
            lines = list(self._recording.going(item for one in cases for item in one.items))
        except ToolwireError as error:
            raise _usage(error) from None
        terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            for line in lines:
                terminal.write_line(plain(f"toolwire: {line}"))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach the observation to the report of the phase that ran it."""
        report = yield
        if report.when == "setup" and isinstance(item, CaseItem) and item.observation is not None:
            # Text, because xdist carries reports between processes as simple values.
            line = dump(item.observation.as_json()).decode()
            report.__dict__[_OBSERVATION] = line
        return report

    def pytest_unconfigure(self) -> None:
        """Close what recording opened."""
        if self._recording is not None:
            self._recording.close()


class _Observed:
    """Collects observations from reports, its own or xdist's workers', and writes and weighs them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lines: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        line: str | None = getattr(report, _OBSERVATION, None)
        if line is not None:
            self._lines.append(line)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Tell, as the last tests, which known deviations no longer show."""
        result = yield
        if self._lines and not session.config.getoption("--runxfail"):
            for report in self._unexpected(session.config):
                session.config.hook.pytest_runtest_logreport(report=report)
        return result

    def _unexpected(self, config: pytest.Config) -> list[pytest.TestReport]:
        seen = [observation(line) for line in self._lines]
        try:
            return list(listings.reports(config, listings.stale(self._settings, seen)))
        except ToolwireError as error:
            raise _usage(error) from None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._settings.results is None:
            return
        # Sorted, because xdist's workers report in no order.
        seen = sorted(
            map(observation, self._lines),
            key=lambda o: (o.provider, o.dialect, o.model, o.suite, o.case, o.mode),
        )
        head = header({"pytest": list(session.config.args)}, RULES)
        write(self._settings.results, head, seen)


def _usage(error: ToolwireError) -> pytest.UsageError:
    """Return an error of pytest, which calls our options by the names that they have there."""
    return pytest.UsageError(f"toolwire: {_OPTION.sub(r'--toolwire-', str(error))}")


def _refuse_others(path: Path) -> None:
    """Refuse to replace what pytest has not written: an audit's results, or another file.

    Raises:
        UsageError: it is there.
    """
    if not path.exists():
        return
    try:
        whose = read(path).header.selection
    except ToolwireError:
        whose = {}
    if "pytest" not in whose:
        hint = "name another file, or move it away"
        raise pytest.UsageError(f"--toolwire-results={path} is there and not pytest's own: {hint}")
