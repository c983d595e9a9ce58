"""The network as tensors: attention that finds, and neurons that clean up and look up.

Layer 1 finds the turn, the last piece of the reply, and texts beside a key; layer 2 the key of
the user's last turn; layer 3 weighs it against the rounds of results; what comes next is looked
up by one neuron for each rule, in a layer that knows what the rule asks for.

The shape is Qwen2's: `models/qwen2/modeling_qwen2.py` of transformers 5.23.0, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from servers.scripted_model.attention import heads_of, write_head
from servers.scripted_model.layout import HEAD, ONE, Layout
from servers.scripted_model.neurons import Names, Neuron, neurons_of
from servers.scripted_model.pieces import SHARED
from servers.scripted_model.rules import Rule
from servers.scripted_model.vocabulary import END, RESULTS, TURNS, USER

Tensors: TypeAlias = Mapping[str, NDArray[np.float32]]

#: Added to the mean square where vectors are normalised.
EPSILON: Final = 1e-6
#: Nats between a token that a rule of worth 1 wants and one that nothing wants.
_NATS: Final = 400.0
#: Where no rule holds, as under a grammar that wants something else, these come, the first that
#: may: whatever is open is closed.
_CLOSING: Final = (END, '"', "}", "]", ",", ":", "1", "a", " ")
_CLOSING_STEP: Final = 14.0
#: Before a comma, which would begin something new, an open call is closed.
_CALL_ENDS: Final = (("}", "\n"), ("\n", "</tool_call>"))
_CALL_END: Final = 76.0
#: What is a mark in prompts and never said.
_NEVER: Final = -200.0
#: Pieces and words where no rule holds: a byte is taken instead, and the reply does not slip back
#: into the middle of another one.
_PIECE: Final = -50.0
_BYTES: Final = 256


@dataclass(frozen=True, slots=True)
class Network:
    """The numbers of a model.

    Attributes:
        tensors: by the names of a Qwen2 checkpoint; float32.
        layers: number of layers.
        width: size of the vector of a token.
        neurons: neurons of a layer.
    """

    tensors: Tensors
    layers: int
    width: int
    neurons: int

    @property
    def heads(self) -> int:
        """Return the number of attention heads."""
        return self.width // HEAD


def network_of(rules: Iterable[Rule], names: Names, layout: Layout) -> Network:
    """Return the network that follows the rules; the layout has room for all names."""
    rules = tuple(rules)
    layers = neurons_of(rules, names, layout)
    most = -(-max(map(len, layers)) // HEAD) * HEAD
    tensors = {
        "model.embed_tokens.weight": _embedding(names, layout),
        "lm_head.weight": _head(rules, names, layout),
        "model.norm.weight": _norm(layout),
    }
    for number, (heads, neurons) in enumerate(zip(heads_of(layout), layers, strict=True)):
        prefix = f"model.layers.{number}."
        parts = {**_perceptron(neurons, most, layout), **_attention(layout)}
        matrices = {letter: parts[f"self_attn.{letter}_proj.weight"] for letter in "qkvo"}
        for place, head in enumerate(heads):
            write_head(head, place, matrices, layout)
        tensors.update({prefix + name: tensor for name, tensor in parts.items()})
    return Network(tensors, len(layers), layout.width, most)


def _zeros(*shape: int) -> NDArray[np.float32]:
    return np.zeros(shape, dtype=np.float32)


def _norm(layout: Layout) -> NDArray[np.float32]:
    # The length of a vector is that of its `one`: this undoes the division by it.
    return np.full((layout.width,), ONE / sqrt(layout.width), dtype=np.float32)


def _attention(layout: Layout) -> dict[str, NDArray[np.float32]]:
    width = layout.width
    matrices = {f"self_attn.{letter}_proj.weight": _zeros(width, width) for letter in "qkvo"}
    biases = {f"self_attn.{letter}_proj.bias": _zeros(width) for letter in "qkv"}
    norms = {f"{name}_layernorm.weight": _norm(layout) for name in ("input", "post_attention")}
    return {**matrices, **biases, **norms}


def _perceptron(
    neurons: Sequence[Neuron], most: int, layout: Layout
) -> dict[str, NDArray[np.float32]]:
    gate, up = _zeros(most, layout.width), _zeros(most, layout.width)
    down = _zeros(layout.width, most)
    one = layout.at("one")
    for row, neuron in enumerate(neurons):
        for dimension, weight in neuron.reads.items():
            gate[row, dimension] = weight
        gate[row, one] = -neuron.least / ONE
        up[row, one] = 1.0 / ONE
        for dimension, weight in neuron.writes.items():
            down[dimension, row] = weight
    return {
        "mlp.gate_proj.weight": gate,
        "mlp.up_proj.weight": up,
        "mlp.down_proj.weight": down,
    }


def _embedding(names: Names, at: Layout) -> NDArray[np.float32]:
    matrix = _zeros(len(names.vocabulary), at.width)
    matrix[:, at.at("one")] = ONE
    for token, part, place in _flagged(names):
        matrix[names.vocabulary.id(token), at.at(part) + place] = 1.0
    for number in range(len(names.vocabulary)):
        for dimension in at.tokens.word(number):
            matrix[number, at.at("token") + dimension] = 1.0
    # All but shared tokens tell a place; those that no reply has, tell that it was left.
    matrix[:, at.at("itself")] = 1.0
    matrix[[names.vocabulary.id(token) for token in SHARED], at.at("itself")] = 0.0
    for number, key in enumerate(names.keys):
        for dimension in at.keys.word(number):
            matrix[names.vocabulary.id(key), at.at("digits") + dimension] = 1.0
    return matrix


def _flagged(names: Names) -> Iterator[tuple[str, str, int]]:
    """Yield each token with a flag that it has: its part of the layout, and the place in it."""
    yield from ((token, "turn", 0) for token in TURNS)
    yield from ((token, "round", 0) for token in RESULTS)
    yield USER, "user", 0
    yield from ((key, "key", 0) for key in names.keys)
    yield from ((text, "beside", number) for number, text in enumerate(names.besides))
    yield from ((token, "shared", number) for number, token in enumerate(SHARED))


def _head(rules: Iterable[Rule], names: Names, at: Layout) -> NDArray[np.float32]:
    vocabulary, one = names.vocabulary, at.at("one")
    matrix = _zeros(len(vocabulary), at.width)
    said = {vocabulary.id(rule.token) for rule in rules}
    for number in range(len(vocabulary)):
        for dimension in at.tokens.word(number):
            matrix[number, at.at("next") + dimension] = _NATS / at.tokens.places
        if number >= len(vocabulary.plain) and number not in said:
            matrix[number, one] = _NEVER / ONE
        elif number in range(_BYTES, len(vocabulary.plain)):
            matrix[number, one] = _PIECE / ONE
    for place, token in enumerate(reversed(_CLOSING), start=1):
        matrix[vocabulary.id(token), one] = place * _CLOSING_STEP / ONE
    for before, token in _CALL_ENDS:
        for dimension in at.tokens.word(vocabulary.id(before)):
            matrix[vocabulary.id(token), at.at("token") + dimension] = _CALL_END / at.tokens.places
    return matrix
