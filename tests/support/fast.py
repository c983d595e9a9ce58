"""Which tests are `fast`: those of single modules, which run in this process and take no time."""

from __future__ import annotations

import socket
import subprocess
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

__all__ = ["is_fast", "place_of", "refusing_processes"]

_TESTS = Path(__file__).resolve().parents[1]
#: Folders whose tests run the whole of the tool, or read thousands of recordings.
_WHOLE = (
    "api", "benchmarks", "browser", "cli", "corpus", "fuzz", "guides", "jobs/lint/imported",
    "jobs/selftest", "jobs/serve", "jobs/verify", "packaging", "pytest_plugin", "sdks", "servers", "transport/live",
    "workflows",
)  # fmt: skip
_BELOW = tuple(f"{folder}/" for folder in _WHOLE)
#: Files, and tests of files, that are slow on purpose: megabytes, whole reports, every real file.
_LONG = frozenset({
    "dialects/text_families/test_text_families_bounds.py", "jobs/audit/test_documented.py",
    "jobs/report/test_report_nothing_acts.py", "jobs/site/cells/test_place.py", "jobs/site/cells/test_repeat.py",
    "jobs/site/rules/test_breaches.py", "jobs/site/test_build.py", "jobs/site/test_site_hostile.py",
    "rules/proof/test_chosen.py", "rules/proof/test_proof_kill_matrix.py::test_findings_carry_the_severity_their_rule_earns",
    "results/comparison/test_markdown_and_document.py",
    "rules/test_rules_hostile.py", "rules/test_rules_own_requests.py",
    "rules/views/test_pieces.py", "rules/views/test_unknown_members.py", "traffic/test_value_count.py",
    "io/coding/test_unpacking.py::test_a_bomb_in_a_bomb_is_bounded",
    "rules/arguments/test_arguments.py::test_no_value_in_any_place_makes_a_rule_raise",
    "dialects/openai_chat/test_stream.py::test_a_hostile_stream_costs_no_more_than_its_length",
    "dialects/test_spelt.py::test_a_megabyte_of_anything_takes_well_under_a_second",
    "rules/proof/test_proof_kill_matrix.py::test_request_rules_point_into_the_request",
    "rules/proof/test_page.py::test_the_committed_pages_are_what_the_command_writes",
    "rules/views/test_quoting.py::test_a_million_quoted_tokens_are_passed_in_bounded_time",
    "results/test_results.py::test_memory_stays_flat",
    "traffic/test_vcr.py::test_a_deep_json_cassette_is_told",
    "transport/scrub/test_scrub.py::test_scrubbing_takes_linear_time",
})  # fmt: skip
#: What a test module imports that starts a process or listens.
_OUTSIDE = frozenset({
    "aiohttp", "multiprocessing", "socket", "subprocess", "tests.jobs.serve.wire",
    "tests.jobs.verify.bench", "tests.support.built_site", "tests.support.endpoint", "tests.support.forked",
    "tests.support.kills", "tests.support.loopback", "tests.support.measured", "tests.support.scripts",
    "tests.support.stranger", "threading", "toolwire.jobs.serve.http",
})  # fmt: skip


def is_fast(item: pytest.Item) -> bool:
    """Say whether a test starts nothing, reads no recordings beside the checkout, and is short.

    Properties are left out: each is tried on a hundred drawn examples.
    """
    place = place_of(item.path) if isinstance(item, pytest.Function) else None
    return place is not None and not (
        not _LONG.isdisjoint((place, f"{place}::{item.originalname}"))
        or place.startswith(_BELOW)
        or "shared" in item.fixturenames
        or getattr(item.obj, "is_hypothesis_test", False)
        or _goes_outside(item.module)
    )


@cache
def place_of(path: Path) -> str | None:
    """Return where a file stands below the tests; None where it is elsewhere."""
    return path.relative_to(_TESTS).as_posix() if path.is_relative_to(_TESTS) else None


@cache
def _goes_outside(module: ModuleType) -> bool:
    values = vars(module).values()
    names = {v.__name__ if isinstance(v, ModuleType) else _home(v) for v in values}
    return not _OUTSIDE.isdisjoint(names)


def _home(value: Any) -> str:
    home = getattr(value, "__module__", None)
    return home if isinstance(home, str) else ""


def refusing_processes(patching: pytest.MonkeyPatch) -> None:
    """Let a test that is marked as fast fail where it starts a process or listens."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("a fast test starts nothing: see tests/support/fast.py")

    patching.setattr(subprocess.Popen, "__init__", refuse)
    patching.setattr(socket.socket, "bind", refuse)
