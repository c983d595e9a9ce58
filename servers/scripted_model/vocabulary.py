"""The tokens of a scripted model, and the tokenizer as a file.

Bytes come first, so that any text can be told; then words, which only make prompts shorter; then
the pieces of replies, which no text is split into, since no merge leads to them; then added
tokens: ChatML's, the tags, the beginnings of turns, and the keys of the script. An added token is
found in a text before all else, the longest first, which is how the model sees a key.

The file is that of the `tokenizers` library (byte-level BPE as GPT-2's), read 2026-11-21:
https://huggingface.co/docs/tokenizers/api/models
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from servers.scripted_model.pieces import TAGS
from servers.scripted_model.script import CHATML
from toolwire.model.conversation import Json

END: Final = "<|im_end|>"
PADDING: Final = "<|endoftext|>"
#: How turns begin, one token each; a user's turn that begins with a result is one of results.
ASSISTANT: Final = "<|im_start|>assistant\n"
USER: Final = "<|im_start|>user\n"
RESULTS: Final = ("<|im_start|>user\n<tool_response>", "<|im_start|>tool\n<tool_response>")
TURNS: Final = ("<|im_start|>", "<|im_start|>system\n", ASSISTANT, USER, *RESULTS)

_ADDED: Final = (*CHATML, *TAGS, "<tool_response>", "</tool_response>", *TURNS[1:])
#: Words of tool definitions and prompts; with them a prompt is half as long.
_WORDS: Final = (
    " the", " of", " in", " to", " and", " for", " with", " one", " city", " call", " you", " is",
    " it", " that", "type", "object", "string", "integer", "number", "name", "description",
    "parameters", "properties", "required", "function", "argument", "location", "weather",
    "tool", '":', '",', ' "', '":{"', '{"', '"}', "}}", "Get", "Call",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All tokens of a model.

    Attributes:
        plain: tokens of the byte-level model, in order; ids begin at 0. As text, not as the file
            spells them.
        added: tokens that are found before all else; ids follow.
        merges: pairs of tokens that become one, strongest first.
    """

    plain: tuple[bytes, ...]
    added: tuple[str, ...]
    merges: tuple[tuple[bytes, bytes], ...]
    ids: Mapping[bytes, int]

    def __len__(self) -> int:
        return len(self.plain) + len(self.added)

    def id(self, token: str) -> int:
        """Return the id of a token by its text; raises KeyError when there is none."""
        return self.ids[token.encode()]

    def spelled(self) -> tuple[str, ...]:
        """Return all tokens as tokenizer files spell them, in the order of their ids."""
        return (*(bytes_as_text(token) for token in self.plain), *self.added)

    def special(self, token: str) -> bool:
        """Return whether an added token is one of control, which is not shown as text."""
        return token in CHATML

    def tokenizer(self) -> dict[str, Json]:
        """Return the content of `tokenizer.json`."""
        level: dict[str, Json] = {
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": True,
            "use_regex": True,
        }
        return {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [
                {
                    "id": len(self.plain) + number,
                    "content": token,
                    "single_word": False,
                    "lstrip": False,
                    "rstrip": False,
                    "normalized": False,
                    "special": self.special(token),
                }
                for number, token in enumerate(self.added)
            ],
            "normalizer": None,
            "pre_tokenizer": level,
            "post_processor": None,
            "decoder": level,
            "model": {
                "type": "BPE",
                "dropout": None,
                "unk_token": None,
                "continuing_subword_prefix": None,
                "end_of_word_suffix": None,
                "fuse_unk": False,
                "byte_fallback": False,
                "ignore_merges": False,
                "vocab": {bytes_as_text(token): n for n, token in enumerate(self.plain)},
                "merges": [[bytes_as_text(a), bytes_as_text(b)] for a, b in self.merges],
            },
        }


def vocabulary_of(pieces: Iterable[str], keys: Iterable[str]) -> Vocabulary:
    """Return the vocabulary for the pieces of all replies and the keys of a script.

    No token stands twice: a piece or a word that is a key too is the key's token.
    """
    added = tuple(dict.fromkeys((*_ADDED, *keys)))
    taken = {token.encode() for token in added}
    merges = tuple(dict.fromkeys(_merges(taken)))
    single = (bytes((number,)) for number in range(256))
    words = (left + right for left, right in merges)
    new = (data for piece in pieces if (data := piece.encode()) not in taken)
    plain = tuple(dict.fromkeys((*single, *words, *new)))
    ids = {token: number for number, token in enumerate(plain)}
    ids.update({token.encode(): len(plain) + number for number, token in enumerate(added)})
    return Vocabulary(plain, added, merges, ids)


def _merges(taken: Container[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for word in _WORDS:
        data = word.encode()
        ends = range(1, len(data))
        if not any(data[: end + 1] in taken for end in ends):
            yield from ((data[:end], data[end : end + 1]) for end in ends)


@cache
def _letters() -> tuple[str, ...]:
    # GPT-2's spelling: a byte that is a printable letter stays it, others follow from 256 on.
    shown = {*range(33, 127), *range(161, 173), *range(174, 256)}
    hidden = iter(range(256, 512))
    return tuple(chr(byte) if byte in shown else chr(next(hidden)) for byte in range(256))


def bytes_as_text(token: bytes) -> str:
    """Return bytes as byte-level tokenizers spell them."""
    letters = _letters()
    return "".join(letters[byte] for byte in token)
