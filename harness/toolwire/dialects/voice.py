"""How one vendor writes what its format leaves open: ids, stop words, error bodies.

A voice is made of words of the comparison matrix, as a provider file documents them. The
reference responders ask it wherever vendors of one format differ; a voice that says nothing
leaves them the usual form of the format's own vendor.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from toolwire.dialects.responder import drawn
from toolwire.model.conversation import Json, JsonObject

#: Ends a word that says only how something begins.
MORE: Final = "…"
_MORE_LENGTH: Final = 16
_COUNTED: Final = 4
_ALNUM: Final = string.ascii_letters + string.digits
_CLASSES: Final[Mapping[str, str]] = {
    "0-9": string.digits,
    "0-9a-f": "0123456789abcdef",
    "a-z0-9": string.ascii_lowercase + string.digits,
    "A-Za-z0-9": _ALNUM,
}
_CLASS: Final = r"\[([^\]]+)\](?:\{(\d{1,3})\})?"
_PIECE: Final = re.compile(rf"{_CLASS}|(<name>)|(uuid)|({MORE})|([^\[\]]+?(?=\[|<|uuid|{MORE}|$))")
#: Letters by which a class is told from a narrower one.
_KINDS: Final = ("ghijklmnopqrstuvwxyz", string.ascii_uppercase)
_UUID_CUTS: Final = (8, 4, 4, 4, 12)


@dataclass(frozen=True, slots=True)
class Voice:
    """What a vendor documents of its answers.

    Attributes:
        words: key of `observation.FACETS`, or `reasoning_field` -> the words documented, the
            usual one first; what is not named is left to the format.
        call_id: the only id there is; "" where ids vary.
        error: the body of a refusal, `{message}` and `{status}` to be filled in; None for the
            format's own.
        status: HTTP status of a request that is wrong; None for the format's own.
        most_calls: calls a reply can hold; None for as many as are asked for.
    """

    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    call_id: str = ""
    error: JsonObject | None = None
    status: int | None = None
    most_calls: int | None = None

    def id_of(self, number: int, name: str, usual: str) -> str:
        """Return the id of a call.

        Args:
            number: of the call in the conversation, from 0; another number, another id.
            name: of the tool that is called.
            usual: the id where nothing is documented.
        """
        if self.call_id:
            return self.call_id
        patterns = self.words.get("id_pattern", ())
        return written_id(patterns[0], number, name) if patterns else usual

    @property
    def has_ids(self) -> bool:
        """Whether calls have ids: not where it is documented that they have none."""
        return self.words.get("id_field", ("",))[0] != "absent"

    def stop_of(self, usual: str) -> str:
        """Return the stop word of a reply with calls: the usual one, if it is documented."""
        return self.word("stop_on_call", usual)

    def word(self, key: str, usual: str) -> str:
        """Return the usual word where it or nothing is documented, else what is."""
        known = self.words.get(key, ())
        return usual if not known or usual in known else known[0]

    def refused(self, status: int, message: str) -> tuple[int, JsonObject] | None:
        """Return status and body of a refusal; None where its form is the format's own."""
        if self.error is None:
            return None
        sent = self.status if self.status is not None and status == 400 else status
        return sent, {key: _filled(value, sent, message) for key, value in self.error.items()}


#: Nothing but the format's own forms.
USUAL: Final = Voice()


def _filled(value: Json, status: int, message: str) -> Json:
    if isinstance(value, dict):
        return {key: _filled(inner, status, message) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, status, message) for inner in value]
    known: Mapping[Json, Json] = {"{message}": message, "{status}": status}
    return known.get(value, value) if isinstance(value, str) else value


def written_id(pattern: str, number: int, name: str) -> str:
    """Return an id of a pattern as `shape.id_shape` writes them.

    What a class stands for follows from the number; `…` stands for letters and digits.
    """
    return "".join(_pieces(pattern, number, name))


def _pieces(pattern: str, number: int, name: str) -> Iterator[str]:
    for place, found in enumerate(_PIECE.finditer(pattern)):
        letters, length, named, uuid, more, plain = found.groups()
        text = f"call {number} {place}"
        if letters is not None:
            yield _drawn(number, text, letters, int(length or 1))
        elif named:
            yield name
        elif uuid:
            yield "-".join(
                drawn(f"{text} {part}", _CLASSES["0-9a-f"], size)
                for part, size in enumerate(_UUID_CUTS)
            )
        else:
            yield drawn(text, _ALNUM, _MORE_LENGTH) if more else plain


def _drawn(number: int, text: str, letters: str, length: int) -> str:
    """Return letters of a class, one of each kind it names where there is room."""
    if letters == "0-9" and length < _COUNTED:
        # Too short to be drawn without meeting again: calls are counted.
        return str(number % 10**length).zfill(length)
    alphabet = _CLASSES.get(letters, _ALNUM)
    made = drawn(text, alphabet, length)
    # A short draw may hold digits alone, and would then read as a narrower class.
    kinds = [kind for kind in _KINDS if set(kind) <= set(alphabet)] or ["abcdef"]
    if letters == "0-9":
        return made
    if length <= len(kinds):
        return made
    start = "".join(kind[ord(made[0]) % len(kind)] for kind in kinds)
    return start + made[len(start) :]


def fits(word: str, shown: str) -> bool:
    """Return whether a word of the matrix is what is documented, or begins as that says."""
    return shown.startswith(word[:-1]) if word.endswith(MORE) else shown == word
