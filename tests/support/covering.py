"""Which tests coverage is measured with beside the fast ones: those that run what these do not."""

from __future__ import annotations

import pytest

from tests.support.fast import place_of

__all__ = ["is_covering"]

#: Files, and folders with a slash at their end.
_COVERING = (
    "api/", "cli/commands/test_audit_model_lists.py",
    "cli/commands/test_audit_money.py", "cli/commands/test_cassettes.py", "cli/commands/test_demo.py",
    "cli/commands/test_diff.py", "cli/commands/test_doctor.py", "cli/commands/test_init.py", "cli/commands/test_lint.py",
    "cli/commands/test_listing.py", "cli/commands/test_plan.py", "cli/commands/test_submission.py",
    "cli/screen/", "cli/test_checkup.py", "cli/test_collection.py",
    "cli/test_completion.py", "cli/test_config.py", "cli/test_folder.py", "cli/test_options.py", "cli/test_outputs.py",
    "cli/test_places.py", "cli/test_usage.py", "io/", "jobs/audit/", "jobs/selftest/", "jobs/serve/", "jobs/submission/",
    "jobs/verify/", "pytest_plugin/", "rules/proof/test_chosen.py", "traffic/", "transport/",
)  # fmt: skip
#: Among these, what takes long and runs hardly anything that others do not (half a percent of all
#: branches, and half of the time, 2026-12-01).
_LONG = frozenset({
    "cli/commands/test_cassettes.py::test_composing_without_names_takes_every_provider",
    "cli/screen/test_screen_nothing_acts.py",
    "cli/screen/test_standard.py",
    "jobs/audit/test_documented.py",
    "jobs/selftest/test_measurement.py",
    "jobs/serve/test_fault.py",
    "jobs/serve/test_serve_every_rule.py",
    "jobs/serve/test_serve_hostile_clients.py",
    "jobs/verify/test_reproduce.py",
    "jobs/verify/test_verify_alternatives.py",
    "jobs/verify/test_verify_claude_code.py",
    "jobs/verify/test_verify_codex.py",
    "jobs/verify/test_verify_contents.py",
    "jobs/verify/test_verify_cut_texts.py",
    "jobs/verify/test_verify_modes.py",
    "jobs/verify/test_verify_names.py::test_a_name_that_comes_back_otherwise_is_told",
    "jobs/verify/test_verify_noticed.py",
    "jobs/verify/test_verify_requirements.py",
    "jobs/verify/test_verify_right_requests.py",
    "pytest_plugin/test_outcome.py",
    "pytest_plugin/test_pytest_plugin.py",
    "transport/scrub/test_scrub.py::test_the_quick_look_misses_nothing_that_a_form_finds",
})  # fmt: skip


def is_covering(item: pytest.Item) -> bool:
    """Say whether a test that is not fast is one of those."""
    place = place_of(item.path) if isinstance(item, pytest.Function) else None
    return (
        place is not None
        and place.startswith(_COVERING)
        and _LONG.isdisjoint((place, f"{place}::{item.originalname}"))
        and "shared" not in item.fixturenames
        and not getattr(item.obj, "is_hypothesis_test", False)
    )
