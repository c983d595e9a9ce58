"""What an adapter can do about a broken rule, in machine words: the hints of quirk passports.

The words and their parameters are explained in `docs/quirks.md`; a rule's own page says the
same in a sentence (`workaround`). Rules without a hint are those about which a client can do
nothing without guessing, and those about requests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.model.conversation import Json

__all__ = ["SHIMS", "Shim"]


@dataclass(frozen=True, slots=True)
class Shim:
    """One hint: a word of `docs/quirks.md` and its parameters, in the order written."""

    action: str
    parameters: tuple[tuple[str, Json], ...] = ()


def _shim(action: str, **parameters: Json) -> Shim:
    return Shim(action, tuple(parameters.items()))


_END = _shim("end_of_body_ends_stream")
_STOP = _shim("stop_is_tool_calls_if_calls")
_UNKNOWN_STOP = _shim("unknown_stop_is_end")
_BY_ID = _shim("index_by_id")
_RETRY = _shim("treat_as_failed")
_CHOICE = _shim("check_tool_choice")

#: Rule id -> the hint for it.
SHIMS: Final[Mapping[str, Shim]] = {
    "TC001": _shim("read_flat_error"),
    "TC002": _RETRY,
    "TC003": _RETRY,
    "TC004": _RETRY,
    "TC007": _shim("sniff_body"),
    "TC051": _shim("read_function_call"),
    "TC053": _shim("read_tool_calls"),
    "TC101": _shim("skip_without_choices"),
    "TC102": _shim("wrap_in_array", member="tool_calls"),
    "TC103": _shim("default_member", member="type", value="function"),
    "TC105": _shim("drop_if_empty", member="tool_calls"),
    "TC106": _shim("drop_member", member="index"),
    "TC115": _shim("unknown_name_is_error_result"),
    "TC120": _RETRY,
    "TC190": _shim("pass_over_unknown_members"),
    "TC201": _shim("make_id"),
    "TC202": _shim("rename_later_id", scope="response"),
    "TC203": _shim("rename_later_id", scope="conversation"),
    "TC204": _shim("map_id", longest=40),
    "TC205": _shim("map_id", characters="A-Za-z0-9_-"),
    "TC206": _shim("map_id", characters="A-Za-z0-9", longest=9, shortest=9),
    "TC208": _shim("keep_id"),
    "TC211": _shim("match_results_by_position"),
    "TC212": _shim("map_id", longest=40),
    "TC301": _shim("serialise_arguments"),
    "TC302": _shim("first_json_value"),
    "TC303": _shim("default_arguments", value="{}", instead_of=["null", "[]"]),
    "TC304": _shim("default_arguments", value="{}", instead_of=["", "null"]),
    "TC305": _shim("parse_arguments_again"),
    "TC306": _shim("parse_arguments_again"),
    "TC307": _shim("coerce_by_schema"),
    "TC309": _shim("validate_arguments"),
    "TC311": _shim("validate_arguments"),
    "TC312": _shim("validate_arguments"),
    "TC313": _shim("validate_arguments"),
    "TC401": _STOP,
    "TC402": _STOP,
    "TC404": _RETRY,
    "TC405": _UNKNOWN_STOP,
    "TC406": _STOP,
    "TC407": _RETRY,
    "TC408": _RETRY,
    "TC410": _UNKNOWN_STOP,
    "TC501": _shim("hide_text_beside_calls"),
    "TC504": _shim("join_text_parts"),
    "TC506": _shim("strip_control_tokens"),
    "TC508": _shim("split_reasoning", at="</think>"),
    "TC601": _CHOICE,
    "TC602": _CHOICE,
    "TC603": _CHOICE,
    "TC652": _shim("first_call_only"),
    "TC901": _BY_ID,
    "TC902": _BY_ID,
    "TC903": _shim("hold_until_named"),
    "TC905": _shim("keep_over_empty", members=["id", "name", "type"]),
    "TC906": _shim("first_id_wins"),
    "TC909": _END,
    "TC910": _END,
    "TC911": _shim("last_usage_wins"),
    "TC912": _END,
    "TC914": _END,
    "TC917": _shim("default_arguments", value="{}", instead_of=[""]),
    "TC918": _END,
    "TC921": _shim("number_calls_over_stream"),
    "TC922": _shim("first_chunk_wins", members=["id", "created", "model"]),
}
