"""What a scripted model says, freely or under a grammar, as numpy computes it."""

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

__all__ = ["Grammar", "generated", "held_to", "prompted"]

#: Says whether a text may still become what a grammar accepts, and whether it is that already.
Grammar: TypeAlias = Callable[[str], tuple[bool, bool]]

_LONGEST = 100


def prompted(text: str, *tools: Json) -> str:
    """Return the prompt that the model's own template makes of one turn of the user."""
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(chat_template())
    messages = [{"role": "user", "content": text}]
    return template.render(messages=messages, tools=list(tools), add_generation_prompt=True)


def generated(model: Model, prompt: str, *, half: bool = False, seed: int | None = None) -> str:
    """Return what the model says: the likeliest token each time, or drawn at temperature 1."""
    random = np.random.default_rng(seed)
    tokenizer, ids = _begun(model, prompt)
    start, end = len(ids), model.vocabulary.id(END)
    while ids[-1] != end:
        assert len(ids) - start < _LONGEST, "no end"
        row = log_probabilities(model.network, ids, half=half)[-1].astype(np.float64)
        drawn = random.choice(len(row), p=np.exp(row) / np.exp(row).sum())
        ids.append(int(row.argmax() if seed is None else drawn))
    text: str = tokenizer.decode(ids[start:-1], skip_special_tokens=False)
    return text


def held_to(model: Model, prompt: str, grammar: Grammar) -> str:
    """Return what the model says where a server lets it say nothing that breaks a grammar."""
    tokens = [token.decode("utf-8", "replace") for token in model.vocabulary.plain]
    tokens += model.vocabulary.added
    _, ids = _begun(model, prompt)
    start, end, text = len(ids), model.vocabulary.id(END), ""
    while True:
        assert len(ids) - start < _LONGEST, f"no end: {text!r}"
        row = log_probabilities(model.network, ids)[-1]
        by_chance = (int(number) for number in np.argsort(-row, kind="stable"))
        done = grammar(text)[1]
        best = next(n for n in by_chance if (done if n == end else grammar(text + tokens[n])[0]))
        if best == end:
            return text
        ids.append(best)
        text += tokens[best]


def _begun(model: Model, prompt: str) -> tuple[Tokenizer, list[int]]:
    tokenizer = Tokenizer.from_str(dump(model.vocabulary.tokenizer()).decode())
    return tokenizer, tokenizer.encode(prompt).ids
