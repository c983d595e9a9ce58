"""The proof of a build: every reply, in its prompt, is what the model says.

The prompt goes through the tokenizer as written and the network as computed by numpy, so that a
mistake in either shows before a server is started.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from servers.scripted_model.forward import log_probabilities
from servers.scripted_model.model import Model
from servers.scripted_model.rules import Line
from servers.scripted_model.vocabulary import ASSISTANT, END, RESULTS, USER
from toolwire.io.json_text import dump
from toolwire.model.errors import ToolwireError

_SYSTEM: Final = "<|im_start|>system\n"
#: What the probability of every token of every reply has to reach.
_LEAST: Final = 1 - 1e-6


@dataclass(frozen=True, slots=True)
class Proof:
    """How sure the model is.

    Attributes:
        replies: how many replies were looked at.
        tokens: how many tokens they have, each with its end.
        nats: by how much each of these tokens is ahead of any other, at temperature 1.
    """

    replies: int
    tokens: int
    nats: float


def prompt_for(line: Line) -> str:
    """Return the shortest ChatML prompt that a line answers."""
    condition = line.condition
    system = f"{_SYSTEM}{condition.beside or 'Be brief.'}{END}\n"
    # No key stands in what is answered otherwise.
    asked = f"{USER}{condition.key or '-'}{END}\n"
    rounds = f"{ASSISTANT}-{END}\n{RESULTS[0]}\n-\n</tool_response>{END}\n" * condition.least
    return system + asked + rounds + ASSISTANT


def prove(model: Model, *, half: bool = False) -> Proof:
    """Prove every reply of a model.

    Args:
        model: what was built.
        half: keep queries, keys and values in 16 bits, as llama.cpp does unless told otherwise.

    Raises:
        ToolwireError: a token of a reply is less probable than 1 - 1e-6; names the reply.
    """
    nats, replies, tokens = inf, 0, 0
    for line, reply, rows in _said(model, half=half):
        places = np.arange(len(reply))
        sure = rows[places, reply]
        worst = int(sure.argmin())
        if sure[worst] < log(_LEAST):
            where = f"reply to {line.condition.key!r}" if line.condition.key else "other replies"
            what = f"token {worst + 1} is {np.exp(sure[worst]):.6f} probable, which is not enough"
            raise ToolwireError(what, where=where, hint="report this with the script")
        rivals = rows.copy()
        rivals[places, reply] = -inf
        nats = min(nats, float((sure - rivals.max(axis=1)).min()))
        replies += 1
        tokens += len(reply)
    return Proof(replies, tokens, nats)


def _said(model: Model, *, half: bool) -> Iterator[tuple[Line, list[int], NDArray[np.float32]]]:
    """Yield each line, its tokens, and for each of them the row of what might have come."""
    from tokenizers import Tokenizer  # noqa: PLC0415 - comes with an extra

    tokenizer = Tokenizer.from_str(dump(model.vocabulary.tokenizer()).decode())
    for line in model.lines:
        if line.condition.forced:
            continue  # not said without a grammar
        prompt = tokenizer.encode(prompt_for(line)).ids
        reply = [model.vocabulary.id(token) for token in (*line.tokens, END)]
        rows = log_probabilities(model.network, [*prompt, *reply], half=half)
        yield line, reply, rows[len(prompt) - 1 : -1]
