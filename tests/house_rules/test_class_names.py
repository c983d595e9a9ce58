"""A class is the only one of its name, so that an import or a traceback says which is meant."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.support.modules import MODULES, name_of, tree_of


def test_class_names_are_unique() -> None:
    """No two modules of the package have a class of one name, private ones included."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name_of(path))
    assert len(homes) > 100
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}
