"""A request in which what the model said is a list of parts, where its format has a text as well."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Request
from toolwire.rules.mutate.alternatives import alternatives, everywhere
from toolwire.rules.mutate.other_form import PARTS, SEVERAL_PARTS
from toolwire.rules.mutate.probe_edit import in_dialect

#: How a place in what the model said is told.
_SAID: Final = "[assistant]"


@in_dialect
def said_in_parts(name: str, body: JsonObject) -> None:
    """Say everything that the model said in lists of one part."""
    dialect = load_dialect(name)
    # Of a request its document alone tells which forms it may have.
    found = alternatives(dialect, Request("POST", "", (), dump(body)))
    one = next((one for one in found if _SAID in one.place and one.form in _ONE_PART), None)
    if one is None:
        raise ToolwireError(f"what the model said has no parts in {name}")
    changed = object_of(everywhere(dialect, parse(dump(body)), one))
    body.clear()
    body.update(changed)


_ONE_PART: Final = PARTS - SEVERAL_PARTS
