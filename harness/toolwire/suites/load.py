"""From suite files to suites: finding them, reading them, and what a schema cannot say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from toolwire.dialects import DIALECTS
from toolwire.io.declarative import Document, check, load, misfit
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.io.nearest import hint_for
from toolwire.io.shipped import shipped
from toolwire.model.conversation import Json, Tool
from toolwire.model.errors import ToolwireError
from toolwire.suites.consistency import check_consistency
from toolwire.suites.lines import cases_from_lines
from toolwire.suites.model import REFUSED, Case, Suite
from toolwire.suites.parts import read_case

_ENUMS = (("dialect", tuple(DIALECTS)),)
_TOOLS_FILE = "tools.yaml"


def load_suites(directories: Iterable[Path] = (), *, shipped: bool = True) -> tuple[Suite, ...]:
    """Load a user's suites, then the shipped ones that none of them replaces.

    Args:
        directories: a user's own folders (or single suite files), strongest first; a suite
            in one of them replaces a later one of the same id. Their tools come from
            `tools.yaml` beside the suite, then from the shipped tools.
        shipped: whether the shipped suites are loaded too.

    Raises:
        ToolwireError: a folder or file cannot be read or breaks the form; names file and line.
    """
    found: dict[str, Suite] = {}
    for place in (*directories, *((shipped_suites(),) if shipped else ())):
        for suite in _in_place(place).values():
            found.setdefault(suite.id, suite)
    return tuple(found.values())


def load_suite(path: Path) -> Suite:
    """Load one suite file; tools come from `tools.yaml` beside it, then from the shipped ones.

    Raises:
        ToolwireError: the file cannot be read or breaks the form; names file and line.
    """
    return _read(load(path), _tools_for(path.parent))


def shipped_suites() -> Path:
    """Return the folder of the shipped suites: of the wheel, else of the checkout."""
    return shipped("suites")


def _in_place(place: Path) -> Mapping[str, Suite]:
    if place.is_file():
        suite = load_suite(place)
        return {suite.id: suite}
    if not place.is_dir():
        raise ToolwireError("no such folder of suites", where=str(place))
    tools = _tools_for(place)
    found: dict[str, Suite] = {}
    for path in sorted((*place.glob("*.yaml"), *place.glob("*.yml"))):
        if path.name == _TOOLS_FILE:
            continue
        document = load(path)
        suite = _read(document, tools)
        if suite.id in found:
            raise document.error("/suite", f"another file of this folder is suite {suite.id!r}")
        found[suite.id] = suite
    return found


def _tools_for(folder: Path) -> Mapping[str, Tool]:
    shipped = shipped_suites()
    if folder.resolve() == shipped.resolve():
        return _shipped_tools()
    own = folder / _TOOLS_FILE
    return {**_shipped_tools(), **(_read_tools(own) if own.is_file() else {})}


@cache
def _shipped_tools() -> Mapping[str, Tool]:
    return _read_tools(shipped_suites() / _TOOLS_FILE)


def _read_tools(path: Path) -> dict[str, Tool]:
    document = load(path)
    check(document, "tools")
    return {name: _read_tool(document, name) for name in object_of(document.value.get("tools"))}


def _read_tool(document: Document, name: str) -> Tool:
    form = object_of(object_of(document.value["tools"])[name])
    pointer = f"/tools/{name}/parameters"
    parameters, strict = form.get("parameters"), form.get("strict")
    if parameters is not None:
        wrong = misfit(object_of(parameters))
        if wrong is not None:
            raise document.error(pointer + wrong.pointer, wrong.what)
        if object_of(parameters).get("type") != "object":
            raise document.error(pointer, "the parameters of a tool have to be of type object")
    return Tool(
        name=name,
        description=string_of(form.get("description")),
        parameters=object_of(parameters) if parameters is not None else None,
        strict=strict if isinstance(strict, bool) else None,
    )


def _read(document: Document, tools: Mapping[str, Tool]) -> Suite:
    check(document, "suite", _ENUMS)
    form = document.value
    return Suite(
        id=str(form["suite"]),
        title=str(form["title"]),
        why=str(form["why"]),
        cases=tuple(_cases(document, tools)),
        shown_by=_words(form.get("shown_by")),
        traffic=string_of(form.get("traffic")) or "",
        shown_rules=_words(form.get("shown_rules")),
        dialects=_words(form.get("dialects")),
        pairs=form.get("pairs") is True,
        asked_though_absent=form.get("asked_though_absent") is True,
    )


def _check_probes(document: Document, pointer: str, case: Case) -> None:
    if document.path.parent == shipped_suites():
        return  # a test holds these, so that listing them need not load the rules
    from toolwire.rules import PROBES  # noqa: PLC0415 - see above

    known = [name for name in PROBES if name != REFUSED]
    for number, step in enumerate(case.steps):
        if step.probe is not None and step.probe not in known:
            where, what = f"{pointer}/steps/{number}/probe", f"'probe' cannot be {step.probe!r}"
            raise document.error(where, what, hint_for(step.probe, known))


def _cases(document: Document, tools: Mapping[str, Tool]) -> Iterator[Case]:
    suite = str(document.value["suite"])
    extra = {k: object_of(v) for k, v in object_of(document.value.get("extra")).items()}
    seen: dict[str, str] = {}
    for number, item in enumerate(items_of(document.value.get("cases"))):
        pointer = f"/cases/{number}"
        form = object_of(item)
        case_id = str(form["id"])
        if case_id in seen:
            where = document.where(seen[case_id])
            raise document.error(f"{pointer}/id", f"case {case_id!r} stands at {where} too")
        seen[case_id] = pointer
        offered = tuple(_offered(document, form.get("tools"), pointer, tools))
        case = read_case(suite, form, offered, extra)
        _check_probes(document, pointer, case)
        check_consistency(document, pointer, case)
        yield case
    lines = string_of(document.value.get("cases_from"))
    if lines is not None:
        yield from cases_from_lines(suite, document.path.parent / lines, tools, taken=seen)


def _offered(
    document: Document, names: Json, pointer: str, tools: Mapping[str, Tool]
) -> Iterator[Tool]:
    for number, name in enumerate(items_of(names)):
        tool = tools.get(str(name))
        if tool is None:
            raise document.error(
                f"{pointer}/tools/{number}", f"unknown tool {name!r}", hint_for(str(name), tools)
            )
        yield tool


def _words(value: Json) -> tuple[str, ...]:
    return tuple(str(word) for word in items_of(value))
