"""The parts of a case, from the checked form of a suite file to frozen values."""

from __future__ import annotations

from collections.abc import Mapping

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import ChoiceMode, Json, JsonObject, Tool, ToolChoice
from toolwire.model.exchange import Mode
from toolwire.suites.model import ArgumentTest, Case, Expectation, ExpectedCall, ResultRule, Step

_RESERVED = ("by", "error")


def read_case(
    suite: str, form: JsonObject, tools: tuple[Tool, ...], extra: Mapping[str, JsonObject]
) -> Case:
    """Build a case from its form, which the suite schema has already accepted."""
    attempts = form.get("attempts")
    threshold = form.get("threshold")
    modes = tuple(Mode(str(mode)) for mode in items_of(form.get("modes")))
    return Case(
        suite=suite,
        id=str(form["id"]),
        title=str(form["title"]),
        tools=tools,
        steps=tuple(_step(object_of(step)) for step in items_of(form["steps"])),
        system=string_of(form.get("system")),
        legacy=form.get("legacy") is True,
        attempts=attempts if isinstance(attempts, int) else 1,
        threshold=float(threshold) if isinstance(threshold, int | float) else 0.8,
        modes=modes or tuple(Mode),
        dialect=string_of(form.get("dialect")),
        extra=extra,
    )


def _argument_tests(name: str, form: Json) -> tuple[tuple[str, ArgumentTest], ...]:
    # A plain value has to be equal, a mapping names tests.
    if not isinstance(form, dict):
        return ((name, ArgumentTest("equals", form)),)
    return tuple((name, test) for test in _tests(form))


def _tests(form: JsonObject) -> tuple[ArgumentTest, ...]:
    return tuple(ArgumentTest(kind, operand) for kind, operand in form.items())


def _step(form: JsonObject) -> Step:
    parallel = form.get("parallel")
    results = object_of(form.get("results"))
    return Step(
        expect=_expectation(object_of(form.get("expect"))),
        user=string_of(form.get("user")),
        results=tuple(_result_rule(tool, rule) for tool, rule in results.items()),
        choice=_choice(form.get("tool_choice")),
        parallel=parallel if isinstance(parallel, bool) else None,
        fault=string_of(form.get("break")),
        probe=string_of(form.get("probe")),
    )


def _choice(form: Json) -> ToolChoice | None:
    if form is None:
        return None
    if isinstance(form, dict):
        return ToolChoice(ChoiceMode.NAMED, str(form["tool"]))
    return ToolChoice(ChoiceMode(str(form)))


def _result_rule(tool: str, form: Json) -> ResultRule:
    if not isinstance(form, dict):
        return ResultRule(tool, None, (("", str(form)),))
    error = form.get("error") is True
    if "by" not in form:
        return ResultRule(tool, None, (("", str(form["answer"])),), error)
    answers = tuple((k, str(v)) for k, v in form.items() if k not in _RESERVED)
    return ResultRule(tool, str(form["by"]), answers, error)


def _expectation(form: JsonObject) -> Expectation:
    calls = form.get("calls")
    return Expectation(
        calls=tuple(_call(object_of(call)) for call in items_of(calls)) if calls else None,
        any_order=form.get("order") == "any",
        stop=string_of(form.get("stop")),
        text=_tests(object_of(form.get("text"))),
        refused=form.get("refused") is True,
        may_refuse=form.get("refused") == "allowed",
        echo=form.get("echo") == "kept",
    )


def _call(form: JsonObject) -> ExpectedCall:
    arguments = object_of(form.get("arguments"))
    tests = (test for name, value in arguments.items() for test in _argument_tests(name, value))
    return ExpectedCall(str(form["tool"]), tuple(tests))
