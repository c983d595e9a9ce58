"""Dialects say the same thing in a module of the same name, by functions of the same signature."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

import pytest

from tests.support.root import ROOT
from toolwire.dialects import DIALECTS

Signature = tuple[str, ...]

FOLDERS = {name: ROOT / "harness" / package.replace(".", "/") for name, package in DIALECTS.items()}
#: What every folder holds -> the functions that it is for, with their parameters.
EVERYWHERE: Mapping[str, Mapping[str, Signature]] = {
    "__init__": {},
    "benign": {},
    "decode": {"decode": ("exchange",)},
    "encode": {"encode": ("conversation", "endpoint")},
    "exempt": {},
    "facets": {},
    "recognise": {"recognise": ("exchange",)},
    "request": {"read_request": ("request",)},
    "respond": {"respond": ("request", "answer")},
    "wire": {},
}
#: What several folders hold, where the format has something of its own to say.
WHERE_NEEDED: Mapping[str, Mapping[str, Signature]] = {
    "assemble": {},
    "errors": {"error_of": ("response", "body")},
    "frames": {"framing_of": ("response",)},
    "history": {},
    "known_refusals": {},
    "message": {},
    "neutral": {},
    "sent": {},
    "served": {},
    "stream": {"read_stream": ("frames",)},
}
WANTED = {**EVERYWHERE, **WHERE_NEEDED}
#: A function whose parameters differ, and why.
DIFFER = {
    "request.conversation_of": "of some formats the URL says whether a reply is streamed",
    "request.wants_stream": "of one of these the body may say it as well",
}


def signature(node: ast.FunctionDef) -> Signature:
    """Return the parameters of a function by their names, in order."""
    return tuple(a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))


def public(text: str) -> dict[str, Signature]:
    """Return the public functions of a module with their parameters."""
    return {
        node.name: signature(node)
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }


def modules() -> Iterator[tuple[str, str, dict[str, Signature]]]:
    """Yield dialect, module and public functions of every module in the folder of a dialect."""
    for name, folder in FOLDERS.items():
        for path in sorted(folder.glob("*.py")):
            yield name, path.stem, public(path.read_text(encoding="utf-8"))


FOUND = tuple(modules())


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_holds_what_every_folder_holds(name: str) -> None:
    """Whoever knows one dialect's folder finds their way in the next."""
    held = {module for dialect, module, _ in FOUND if dialect == name}
    assert set(EVERYWHERE) <= held
    assert (FOLDERS[name] / "schema.json").is_file()


@pytest.mark.parametrize(
    ("name", "module", "functions"), [one for one in FOUND if one[1] in WANTED]
)
def test_a_module_has_the_functions_of_its_name(
    name: str, module: str, functions: dict[str, Signature]
) -> None:
    """Each is there, with the parameters that it has in every dialect."""
    wanted = WANTED[module]
    assert {key: functions.get(key) for key in wanted} == wanted, name


def test_a_name_of_its_own_is_of_one_dialect() -> None:
    """What two dialects have is in the tables above, and so has the same name in both."""
    owners = defaultdict(list)
    for dialect, module, _ in FOUND:
        owners[module].append(dialect)
    own = {module: who for module, who in owners.items() if module not in EVERYWHERE}
    assert {module for module, who in own.items() if len(who) > 1} == set(WHERE_NEEDED)


def differing(
    found: tuple[tuple[str, str, dict[str, Signature]], ...],
) -> dict[str, set[Signature]]:
    """Return functions of one name, in modules of one name, whose parameters differ."""
    seen = defaultdict(set)
    for _, module, functions in found:
        for name, parameters in functions.items():
            seen[f"{module}.{name}"].add(parameters)
    return {name: ways for name, ways in seen.items() if len(ways) > 1}


def test_a_function_of_one_name_has_one_signature() -> None:
    """What is told apart by its name only differs for a reason that is written down."""
    assert set(differing(FOUND)) == set(DIFFER), differing(FOUND)


def test_a_difference_is_seen() -> None:
    """A parameter of another name is another signature; what is private does not count."""
    one, other = public("def f(a, *, b): ...\ndef _g(): ..."), public("def f(a): ...")
    assert one == {"f": ("a", "b")}
    assert differing((("x", "m", one), ("y", "m", other))) == {"m.f": {("a", "b"), ("a",)}}
    assert differing((("x", "m", one), ("y", "n", other))) == {}
