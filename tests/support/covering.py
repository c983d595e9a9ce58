"""Which tests coverage is measured with beside the fast ones: those that run what these do not."""

from __future__ import annotations

import pytest

from tests.support.fast import place_of

__all__ = ["is_covering"]

#: Files, and folders with a slash at their end.
_COVERING = (
    "api/", "cli/commands/test_audit_live.py", "cli/commands/test_audit_model_lists.py",
    "cli/commands/test_audit_money.py", "cli/commands/test_cassettes.py", "cli/commands/test_demo.py",
    "cli/commands/test_diff.py", "cli/commands/test_doctor.py", "cli/commands/test_init.py", "cli/commands/test_lint.py",
    "cli/commands/test_listing.py", "cli/commands/test_plan.py", "cli/commands/test_submission.py",
    "cli/commands/test_verify.py", "cli/commands/test_verify_unnamed.py", "cli/screen/", "cli/test_checkup.py", "cli/test_collection.py",
    "cli/test_completion.py", "cli/test_config.py", "cli/test_configured.py", "cli/test_folder.py",
    "cli/test_keys.py", "cli/test_options.py", "cli/test_outputs.py", "cli/test_places.py",
    "cli/test_usage.py", "io/", "jobs/audit/", "jobs/selftest/", "jobs/serve/",
    "jobs/site/cells/", "jobs/site/rules/test_breaches.py", "jobs/site/test_build.py", "jobs/submission/",
    "jobs/verify/", "pytest_plugin/", "rules/proof/test_chosen.py", "traffic/", "transport/",
)  # fmt: skip
#: Among these, what takes long and runs nothing that others do not.
_LONG = frozenset({
    "cli/commands/test_audit_live.py::test_a_journal_of_another_selection_is_refused",
    "cli/commands/test_audit_live.py::test_who_ignores_a_hangup_is_not_ended_by_it",
    "cli/commands/test_cassettes.py::test_composing_without_names_takes_every_provider",
    "cli/commands/test_verify.py::test_a_header_goes_to_the_server_and_nowhere_else",
    "cli/commands/test_verify.py::test_many_deviations_fit_on_one_screen",
    "cli/commands/test_verify.py::test_the_key_goes_into_the_header_that_works_and_nowhere_else",
    "cli/commands/test_verify.py::test_the_lane_in_words_is_tried_where_tools_are_refused",
    "cli/screen/test_screen_nothing_acts.py",
    "cli/screen/test_standard.py",
    "jobs/selftest/test_measurement.py",
    "jobs/serve/test_serve_every_rule.py",
    "jobs/serve/test_serve_hostile_clients.py",
    "jobs/verify/test_reproduce.py::test_the_printed_line_brings_bytes_on_which_lint_names_the_rule",
    "jobs/verify/test_verify_alternatives.py",
    "jobs/verify/test_verify_contents.py",
    "jobs/verify/test_verify_cut_texts.py",
    "jobs/verify/test_verify_modes.py",
    "jobs/verify/test_verify_noticed.py",
    "jobs/verify/test_verify_requirements.py",
    "jobs/verify/test_verify_names.py::test_a_name_that_comes_back_otherwise_is_told",
    "jobs/verify/test_verify_right_requests.py",
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
