"""Ways of a dialect: what its own `benign` form says may be left out, added or spelled otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.benign import BenignForm
from toolwire.io.json_text import dump, parse
from toolwire.jobs.selftest.benign.documents import rewritten
from toolwire.jobs.selftest.benign.variant import BenignVariant
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading

_Edit = Callable[[JsonObject, str], None]


def _at_each(value: Json, steps: list[str], edit: _Edit) -> None:
    """Edit what holds the last step of a place, wherever it is, in place."""
    if len(steps) == 1:
        if isinstance(value, dict):
            edit(value, steps[0])
        return
    step, *others = steps
    if step == "*" and isinstance(value, list):
        for item in value:
            _at_each(item, others, edit)
    elif isinstance(value, dict) and step in value:
        _at_each(value[step], others, edit)


def _edited(reading: Reading, edits: Iterable[tuple[str, _Edit]]) -> Exchange | None:
    """Do an edit at each of some places, in every document."""
    found = [(place.split("/")[1:], edit) for place, edit in edits]

    def change(text: bytes) -> bytes:
        value = parse(text)
        for steps, edit in found:
            _at_each(value, steps, edit)
        return dump(value)

    return rewritten(reading, change)


def _form(reading: Reading) -> BenignForm:
    return load_dialect(reading.dialect).wire.benign


def _drop(holder: JsonObject, name: str) -> None:
    holder.pop(name, None)


def _null(holder: JsonObject, name: str) -> None:
    holder[name] = None


def _float(holder: JsonObject, name: str) -> None:
    value = holder.get(name)
    # A number that no double has would become another.
    if isinstance(value, int) and not isinstance(value, bool) and int(float(value)) == value:
        holder[name] = float(value)


def _setting(new: Json) -> _Edit:
    return lambda holder, name: holder.__setitem__(name, holder.get(name, new))


def _unsaid(reading: Reading) -> Exchange | None:
    return _edited(reading, ((place, _drop) for place in _form(reading).unsaid))


def _nulled(reading: Reading) -> Exchange | None:
    return _edited(reading, ((place, _null) for place in _form(reading).nulls))


def _filled(reading: Reading) -> Exchange | None:
    added = _form(reading).added
    return _edited(reading, ((place, _setting(value)) for place, value in added.items()))


def _floated(reading: Reading) -> Exchange | None:
    return _edited(reading, ((place, _float) for place in _form(reading).floats))


def renamed(reading: Reading, form: int | None) -> dict[str, str]:
    """Return the ids of a reply's calls -> the same in another form of the dialect's."""
    forms = _form(reading).ids
    if form is None or form >= len(forms):
        return {}
    ids = dict.fromkeys(call.id for call in reading.reply.tool_calls if call.id)
    return {old: forms[form].replace("{}", str(number)) for number, old in enumerate(ids, 21)}


def _other_ids(form: int) -> Callable[[Reading], Exchange | None]:
    def apply(reading: Reading) -> Exchange | None:
        new = renamed(reading, form)

        def change(text: bytes) -> bytes:
            for old, other in new.items():
                text = text.replace(dump(old), dump(other))
            return text

        return rewritten(reading, change)

    return apply


_STATED: Final = "the dialect's published types"
#: Most forms of ids that a dialect states.
MOST_FORMS: Final = 5

STATED_VARIANTS: Final = (
    BenignVariant("optional-members-left-out", _STATED, _unsaid),
    BenignVariant("null-for-absent", _STATED, _nulled),
    BenignVariant("empty-for-absent", _STATED, _filled),
    BenignVariant("fractions-of-zero", "vendors whose counts are floats", _floated),
    *(
        BenignVariant(f"other-ids-{form + 1}", "ids are opaque", _other_ids(form), form)
        for form in range(MOST_FORMS)
    ),
)
