"""Which tests are `exhaustive`: a claim that other tests make already, in every further place of it.

`pytest` alone makes each claim on the few places that are named here, where the next one costs a
process, a server or a whole report and says the same of another dialect, command or kill point.
`pytest -m exhaustive` runs the rest, and CI runs both.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support.fast import place_of

__all__ = ["SAMPLES", "WHOLE", "is_exhaustive", "nothing_is_named"]

#: Parametrised tests, and the ids that `pytest` alone runs of them.
SAMPLES: Mapping[str, frozenset[str]] = {
    place: frozenset(kept)
    for place, kept in {
        # Every benchmark at its tiny size; these are over in a second.
        "benchmarks/test_every_benchmark.py::test_a_benchmark_runs_and_prints_its_figures": (
            "framing.py", "markup.py", "scrubbing.py",
        ),
        "cli/commands/test_audit_same_everywhere.py::test_live_recorded_and_replayed_say_the_same": ("clean",),
        "cli/commands/test_init.py::test_what_it_prints_runs": ("words0", "words1"),
        "cli/screen/test_standard.py::test_a_full_standard_output_is_told": (
            "audit", "audit as JSON", "cassettes", "demo", "diff", "doctor", "explain", "init", "lint",
            "list", "plan", "report", "submission", "verify",
        ),
        "cli/screen/test_standard.py::test_no_stream_ends_a_command": (
            "audit as JSON", "cassettes", "demo", "diff", "doctor", "explain", "init", "lint", "list",
            "plan", "report", "submission", "verify", "serve",
        ),
        "cli/test_cli_kill_points.py::test_a_run_killed_after_its_last_answer_is_whole_after_resume": ("--record",),
        "cli/test_cli_kills.py::test_killed_at_counted_requests": ("audit --record",),
        "cli/test_cli_kills.py::test_killed_at_random_moments": ("audit --record",),
        "cli/test_cli_kills.py::test_killed_between_results_and_report": ("report.html-verify --output",),
        "cli/test_cli_nothing_leaks.py::test_lint_tells_none_of_what_it_is_given": (
            "anthropic-messages", "prompted",
        ),
        "cli/test_cli_nothing_leaks.py::test_verify_and_audit_tell_none": ("anthropic-messages", "prompted"),
        "cli/test_cli_odd_files.py::test_a_report_over_odd_things_does_not_hang": (
            "pipe-models.json", "device-checklist.md",
        ),
        "cli/test_cli_odd_files.py::test_results_that_cannot_be_read_are_one_line": (
            "pipe.jsonl", "zero.jsonl.gz", "line.jsonl", "bomb.jsonl.gz", "cut.jsonl.gz", "many.jsonl",
        ),
        "cli/test_cli_odd_files.py::test_traffic_that_cannot_be_read_is_one_line": (
            "zero.yaml", "kernel.har", "loop.yaml", "two-gigabytes.har", "endless.jsonl", "deep.json",
            "aliases.yaml", "crowd.har",
        ),
        "cli/test_outputs_agree.py::test_all_outputs_agree_with_the_exit_code": ("-error", "stale-warning"),
        "cli/test_writable.py::test_a_disk_that_fills_up_loses_nothing": ("4000",),
        "dialects/text_families/test_text_families_bounds.py::test_a_megabyte_of_any_marker_is_read_in_bounded_time": (
            "deepseek-v3", "glm", "hermes", "kimi", "mistral",
        ),
        "fuzz/test_fuzz.py::test_each_kind_of_harm_is_a_find_and_not_the_end": (
            "_escaping-escape", "_large-memory", "_leaking-promise",
        ),
        "fuzz/test_hostile.py::test_a_quick_scenario_is_as_expected": ("key-in-401", "results-torn"),
        "guides/test_commands.py::test_a_page_prints_what_runs": (
            "README.md", "CONTRIBUTING.md", "docs/faq.md", "docs/index.md", "docs/outputs.md",
        ),
        "guides/test_configuration_pages.py::test_a_page_does_what_it_shows": ("configuration",),
        "guides/test_guides.py::test_a_guide_does_what_it_says": ("adding-a-provider",),
        "guides/test_tutorials.py::test_a_tutorial_does_and_prints_what_it_says": ("verify-a-server",),
        "jobs/selftest/test_measurement.py::test_the_judge_notices_what_it_should_and_nothing_else": ("ollama-chat",),
        "jobs/serve/test_serve_every_rule.py::test_every_fault_of_every_rule_shows_over_http": (
            "bedrock-converse", "openai-chat", "openai-responses",
        ),
        "jobs/serve/test_serve_hostile_clients.py::test_the_largest_prompt_does_not_stop_the_server": (
            "blocking-anthropic-messages", "streaming-ollama-chat",
        ),
        "jobs/verify/test_reproduce.py::test_the_printed_line_brings_bytes_on_which_lint_names_the_rule": (
            "ollama-chat-TC107", "bedrock-converse-TC913", "openai-chat-TC304",
        ),
        "jobs/verify/test_verify_modes.py::test_calls_in_one_mode_only_are_an_error": (
            "False-TC948-ollama-chat", "True-TC947-anthropic-messages",
        ),
        "jobs/verify/test_verify_modes.py::test_one_call_of_several_in_one_mode_is_a_warning": (
            "False-TC951-ollama-chat", "True-TC950-cohere-v2",
        ),
        "jobs/verify/test_verify_noticed.py::test_a_broken_rule_is_named": (
            "anthropic-messages-TC117", "bedrock-converse-TC307", "cohere-v1-TC308", "cohere-v2-TC005",
            "gemini-generate-TC311", "ollama-chat-TC107", "openai-chat-TC304",
        ),
        "jobs/verify/test_verify_noticed.py::test_a_clean_server_is_recognised_and_left_alone": (
            "anthropic-messages", "ollama-chat", "prompted",
        ),
        "jobs/verify/test_verify_noticed.py::test_a_forgetful_model_is_no_fault_of_its_server": (
            "cohere-v1", "gemini-generate",
        ),
        "jobs/verify/test_verify_names.py::test_a_name_that_comes_back_otherwise_is_told": (
            "cut-anthropic-messages", "cut-gemini-generate", "lower-cohere-v2", "stripped-ollama-chat",
        ),
        "jobs/verify/test_verify_right_requests.py::test_what_a_server_refuses_is_named": (
            "digit-400", "underscore-500", "null-400", "emoji result-400", "no_tools-500", "later_system-400",
        ),
        "packaging/test_foreign_project.py::test_a_command_takes_nothing_of_theirs": ("audit", "lint"),
        "pytest_plugin/test_listings.py::test_it_fails_where_the_project_is_strict": ("xfail_strict-workers0",),
    }.items()
}  # fmt: skip
#: Tests that take seconds and go the whole way of something that others go a part of, or that CI
#: goes in a step of its own.
WHOLE = frozenset({
    "browser/test_every_kind_of_page.py::test_every_kind_is_looked_at",
    "cli/commands/test_audit.py::test_shipped_cassettes_pass_and_end_with_a_report",
    "cli/commands/test_cassettes.py::test_shipped_cassettes_fit_the_suites",
    "cli/test_cli_internal_entries.py::test_selftest_lists_what_raised",
    "cli/test_cli_kill_points.py::test_a_verification_killed_after_its_last_answer_is_whole_after_resume",
    "cli/test_cli_odd_files.py::test_ten_million_lines_are_streamed",
    "cli/test_cli_refused_tools.py::test_audit_asks_in_words_what_verify_asks",
    "cli/test_cli_small_terminal.py::test_an_audit_ends_with_its_targets_and_its_verdict",
    "cli/commands/test_demo.py::test_another_fault_of_another_format_opens_the_browser",
    "fuzz/test_fuzz.py::test_a_short_run_finds_nothing",
    "fuzz/test_fuzz.py::test_inputs_are_the_same_in_another_process",
    "guides/test_readme.py::test_the_newest_report_can_be_built_again",
    "jobs/lint/test_importing.py::test_what_ships_is_current",
    "jobs/serve/test_serve_hostile_clients.py::test_memory_stays_bounded",
    "jobs/selftest/test_measurement.py::test_two_measurements_are_the_same",
    "packaging/test_foreign_project.py::test_the_source_distribution_builds_the_same_wheel",
    "pytest_plugin/test_pytest_plugin.py::test_xdist_writes_the_same_results",
    "pytest_plugin/test_settings.py::test_workers_know_it_too",
    "rules/views/test_unknown_members.py::test_deep_and_wide_answers_cost_little",
    "transport/cassette/test_inspection.py::test_shipped_files_hold_no_secrets",
    "transport/live/test_live_hostile.py::test_hostile_cases_do_not_disturb_the_others",
    "workflows/test_by_hand.py::test_recording_proposes_what_was_answered",
    "workflows/test_monthly_audit.py::test_findings_and_a_missing_key_stop_no_job",
    "workflows/test_monthly_audit.py::test_running_a_job_again_updates_what_is_there",
})  # fmt: skip


def is_exhaustive(item: pytest.Item) -> bool:
    """Say whether a test is left to `pytest -m exhaustive`."""
    place = place_of(item.path) if isinstance(item, pytest.Function) else None
    if place is None:
        return False
    name = f"{place}::{item.originalname}"
    kept = SAMPLES.get(name)
    if kept is None:
        return name in WHOLE
    return item.callspec.id not in kept


def nothing_is_named(config: pytest.Config) -> bool:
    """Say whether pytest was started without a mark, a word or a place."""
    asked = config.option.markexpr or config.option.keyword
    return not asked and config.args_source is not config.ArgsSource.ARGS
