"""Other people's case sets: JSON Lines of prompt, tool and expected arguments.

Each line is an object with `prompt` (text), `tool` (the tool to be called, or null for "no
call") and, when there is a tool, `arguments` (each has to be equal; others may come beside
them). `id` names the case, else the line number does; `tools` lists the tools to offer, else
only `tool` is offered.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from pathlib import Path

from toolwire.io.declarative import problems, read_text
from toolwire.io.json_text import JsonError, items_of, object_of, parse, string_of
from toolwire.io.nearest import hint_for
from toolwire.model.conversation import JsonObject, Tool
from toolwire.model.errors import ToolwireError
from toolwire.suites.model import ArgumentTest, Case, Expectation, ExpectedCall, Step

_MAX_BYTES = 16 << 20
_ATTEMPTS = 3


def cases_from_lines(
    suite: str, path: Path, tools: Mapping[str, Tool], taken: Container[str] = ()
) -> Iterator[Case]:
    """Yield one case per line that is not blank.

    Args:
        suite: id of the suite that names the file.
        path: the JSON Lines file.
        tools: tools that a line may name.
        taken: case ids the suite already has.

    Raises:
        ToolwireError: the file cannot be read or a line breaks the form; names the line.
    """
    seen: dict[str, int] = {}
    for number, line in enumerate(read_text(path, _MAX_BYTES).split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        form = _form(line, where)
        case_id = string_of(form.get("id")) or f"line_{number}"
        if case_id in seen or case_id in taken:
            other = f" (line {seen[case_id]})" if case_id in seen else ""
            raise ToolwireError(f"case {case_id!r} is there already{other}", where=where)
        seen[case_id] = number
        yield _case(suite, case_id, form, _offered(form, tools, where))
    if not seen:
        raise ToolwireError("the file has no cases", where=str(path))


def _form(line: str, where: str) -> JsonObject:
    try:
        form = parse(line)
    except JsonError as error:
        raise ToolwireError(f"not JSON: {error}", where=where) from None
    for problem in problems(form, "case-line"):
        raise ToolwireError(problem.what, where=where, hint=problem.hint)
    return object_of(form)


def _offered(form: JsonObject, tools: Mapping[str, Tool], where: str) -> tuple[Tool, ...]:
    wanted = string_of(form.get("tool"))
    names = [str(name) for name in items_of(form.get("tools"))]
    if not names and wanted is not None:
        names = [wanted]
    for name in names:
        if name not in tools:
            raise ToolwireError(f"unknown tool {name!r}", where=where, hint=hint_for(name, tools))
    if wanted is not None and wanted not in names:
        raise ToolwireError(
            f"tool {wanted!r} is not offered", where=where, hint=hint_for(wanted, names)
        )
    return tuple(tools[name] for name in names)


def _case(suite: str, case_id: str, form: JsonObject, tools: tuple[Tool, ...]) -> Case:
    prompt, wanted = str(form["prompt"]), string_of(form.get("tool"))
    calls: tuple[ExpectedCall, ...] = ()
    if wanted is not None:
        arguments = object_of(form.get("arguments"))
        tests = tuple((name, ArgumentTest("equals", v)) for name, v in arguments.items())
        calls = (ExpectedCall(wanted, tests),)
    step = Step(Expectation(calls, stop="tool_call" if calls else "end"), user=prompt)
    title = prompt if len(prompt) <= 80 else f"{prompt[:77]}..."
    return Case(suite, case_id, " ".join(title.split()), tools, (step,), attempts=_ATTEMPTS)
