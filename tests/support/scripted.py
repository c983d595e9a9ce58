"""What a scripted model says to a prompt, freely or under a grammar, as numpy computes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import jinja2
import numpy as np
from tokenizers import Tokenizer

from servers.scripted_model.folder import chat_template
from servers.scripted_model.forward import log_probabilities
from servers.scripted_model.model import Model
from servers.scripted_model.vocabulary import END
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json

__all__ = ["Grammar", "held_to", "prompted", "says"]

#: Says whether a text may still become what a grammar accepts, and whether it is that already.
Grammar: TypeAlias = Callable[[str], tuple[bool, bool]]

_LONGEST = 30


def prompted(text: str, *tools: Json) -> str:
    """Return the prompt that the model's own template makes of one turn of the user."""
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(chat_template())
    messages = [{"role": "user", "content": text}]
    return template.render(messages=messages, tools=list(tools), add_generation_prompt=True)


def says(model: Model, prompt: str, reply: str, *, half: bool = False) -> bool:
    """Return whether each token of a reply of the script is the likeliest after the prompt."""
    line = next(line for line in model.lines if "".join(line.tokens) == reply)
    begun = _ids(model, prompt)
    wanted = [model.vocabulary.id(token) for token in (*line.tokens, END)]
    rows = log_probabilities(model.network, [*begun, *wanted], half=half)
    found = rows[len(begun) - 1 : -1].argmax(axis=1)
    return bool((found == np.array(wanted)).all())


def held_to(model: Model, prompt: str, grammar: Grammar) -> str:
    """Return what the model says where a server lets it say nothing that breaks a grammar."""
    tokens = [token.decode("utf-8", "replace") for token in model.vocabulary.plain]
    tokens += model.vocabulary.added
    ids, end, text = _ids(model, prompt), model.vocabulary.id(END), ""
    for _ in range(_LONGEST):
        row = log_probabilities(model.network, ids)[-1]
        done = grammar(text)[1]
        likely = (int(number) for number in np.argsort(-row, kind="stable"))
        best = next(n for n in likely if (done if n == end else grammar(text + tokens[n])[0]))
        if best == end:
            return text
        ids.append(best)
        text += tokens[best]
    raise AssertionError(f"no end: {text!r}")


def _ids(model: Model, text: str) -> list[int]:
    tokenizer = Tokenizer.from_str(dump(model.vocabulary.tokenizer()).decode())
    ids: list[int] = tokenizer.encode(text).ids
    return ids
