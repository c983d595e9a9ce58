"""Whether two findings of a run tell of control tokens that stand in its texts."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.folds.saying import in_its_answers, in_its_modes
from toolwire.jobs.verify.folds.sentences import IN_ONE_MODE, NO_JSON, NOT_TOLD_AGAIN, TOLD_TWICE
from toolwire.model.conversation import Json

#: Control tokens as Cohere's models have them, whose texts are told twice, and those of others in bars.
_TOKEN: Final = re.compile(r"<\|\w{1,40}\|>|<[BE]OS_TOKEN>")
#: What stands for the rest of a value that is too long for a finding.
_CUT: Final = "\u2026"
_LEFT: Final = "The text contains a control token of the model."


def json_between_tokens(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all texts that are no JSON begin and end as some, but for control tokens."""
    no_json = all(text.startswith(NO_JSON) for text in other.texts)
    return (
        best.texts == {_LEFT}
        and no_json
        and in_its_answers(best, other)
        and all(map(_is_json_between, other.examples))
    )


def _is_json_between(one: DeviationExample) -> bool:
    said = str(one.actual)
    bare = _bare(said)
    return bare != said and bare.startswith("{") and bare.endswith(("}", _CUT))


def tokens_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all texts that one mode has alone are the control tokens that it leaves there."""
    alone = len(best.modes) == 1 and best.texts == {_LEFT}
    in_one = all(text.startswith(IN_ONE_MODE) for text in other.texts)
    sides = [f"{one.expected or ''}{one.actual or ''}" for one in other.examples]
    return alone and in_one and all(side and not _bare(side) for side in sides)


def tokens_told_once(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that differs between two places of a text are the control tokens that one of them has."""
    differs = other.texts <= {TOLD_TWICE, NOT_TOLD_AGAIN} and in_its_modes(best, other)
    return (
        best.texts == {_LEFT}
        and differs
        and all(_differ_by_tokens(one.expected, one.actual) for one in other.examples)
    )


def _differ_by_tokens(before: Json, after: Json) -> bool:
    texts = [str(before or "").strip(), str(after or "").strip()]
    bare = [_bare(text) for text in texts]
    if any(said and not left for said, left in zip(texts, bare, strict=True)):
        # Who takes a token for the text beside a call does not look for what was said there.
        return True
    # Of long texts a finding shows a part, which may end before the token.
    cut = any(map(_is_cut, texts))
    shown = min(len(one.rstrip(_CUT)) for one in bare) if cut else None
    return (cut or bare != texts) and shown != 0 and bare[0][:shown] == bare[1][:shown]


def _is_cut(text: str) -> bool:
    return text.endswith(_CUT)


def _bare(text: str) -> str:
    return _TOKEN.sub("", text).strip()
