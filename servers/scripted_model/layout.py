"""What stands where in the vector that the model carries along for each token.

Every number of it has one meaning. `one` is the same large value everywhere: beside it the others
hardly count in the vector's length, so that normalisation leaves them as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

from servers.scripted_model.codes import Code, key_code, token_code
from servers.scripted_model.pieces import SHARED

#: Dimensions of an attention head.
HEAD = 64
#: The value of `one`.
ONE = 1024.0


@dataclass(frozen=True, slots=True)
class Layout:
    """First dimension of each part; a part that is a word of a code or a list is longer.

    What a token is, written by the embedding: `turn`, `user`, `round` for the beginnings of
    turns (any, a user's, one of results); `key` for a key; `shared` one flag for each shared
    token, `itself` for all others; `beside` one flag for each text that stands beside a key;
    `token` its word in the token code, `digits` the key's word in the key code.

    What was found, as attention gives it (`..._share`, between 0 and 1) and then as a flag:
    `in_user` the turn is a user's; `beside_seen` what stands in the prompt; `last` the word of the
    last token that is not shared; `live` the token is a key in a user's turn; `picked` the key of
    the last user's turn; `answered` results came since; `portion` the share of keys among keys
    and rounds; `rounds_seen` one flag for a round at least, one for two at least, and so on.

    `next` is the word of the token that comes next.
    """

    tokens: Code
    keys: Code
    besides: int
    rounds: int

    # The order of the parts, with their sizes.
    def _parts(self) -> tuple[tuple[str, int], ...]:
        word, digits = self.tokens.size, self.keys.size
        return (
            ("one", 1),
            ("turn", 1),
            ("user", 1),
            ("round", 1),
            ("key", 1),
            ("itself", 1),
            ("shared", len(SHARED)),
            ("beside", self.besides),
            ("token", word),
            ("digits", digits),
            ("in_user_share", 1),
            ("beside_share", self.besides),
            ("last", word),
            ("live", 1),
            ("beside_seen", self.besides),
            ("picked_share", digits),
            ("answered_share", 1),
            ("picked", digits),
            ("answered", 1),
            ("portion", 1),
            ("rounds_seen", self.rounds),
            ("next", word),
        )

    def at(self, part: str) -> int:
        """Return the first dimension of a part; raises KeyError when there is none."""
        start = 0
        for name, size in self._parts():
            if name == part:
                return start
            start += size
        raise KeyError(part)

    @property
    def width(self) -> int:
        """Return the number of dimensions, whole heads."""
        used = sum(size for _, size in self._parts())
        return -(-used // HEAD) * HEAD


def layout_for(tokens: int, keys: int, besides: int, rounds: int) -> Layout:
    """Return the layout for that many tokens, keys, texts beside them, and rounds of results."""
    return Layout(token_code(tokens), key_code(keys), besides, rounds)
