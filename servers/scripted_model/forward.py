"""What the model computes, in numpy: the reference that a build is proven with.

One pass over a prompt with its reply gives the probability of each next token, as a server's
engine computes it: `models/qwen2/modeling_qwen2.py` of transformers 5.23.0, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from servers.scripted_model.attention import BASE
from servers.scripted_model.layout import HEAD
from servers.scripted_model.network import EPSILON, Network, Tensors

Matrix: TypeAlias = NDArray[np.float32]


def log_probabilities(
    network: Network, tokens: Sequence[int], *, half: bool = False, temperature: float = 1.0
) -> Matrix:
    """Return the logarithm of the probability of each token to come next.

    Args:
        network: the model.
        tokens: ids of a prompt, and of the reply if that is to be judged.
        half: keep queries and keys in 16 bits, as llama.cpp does unless told otherwise.
        temperature: of sampling.

    Returns:
        One row for each position, one column for each token of the vocabulary.
    """
    tensors = network.tensors
    state: Matrix = tensors["model.embed_tokens.weight"][list(tokens)]
    for number in range(network.layers):
        prefix = f"model.layers.{number}."
        normal = _normal(state, tensors[prefix + "input_layernorm.weight"])
        state = state + _attend(normal, tensors, prefix, network.heads, half=half)
        normal = _normal(state, tensors[prefix + "post_attention_layernorm.weight"])
        state = state + _perceive(normal, tensors, prefix)
    logits = _normal(state, tensors["model.norm.weight"]) @ tensors["lm_head.weight"].T
    scaled = logits / np.float32(temperature)
    shifted = scaled - scaled.max(axis=-1, keepdims=True)
    logarithms: Matrix = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return logarithms


def _normal(state: Matrix, weight: Matrix) -> Matrix:
    mean = np.mean(np.square(state), axis=-1, keepdims=True)
    normal: Matrix = state / np.sqrt(mean + np.float32(EPSILON)) * weight
    return normal


def _perceive(state: Matrix, tensors: Tensors, prefix: str) -> Matrix:
    gate = state @ tensors[prefix + "mlp.gate_proj.weight"].T
    # Far below zero the exponential overflows to infinity, and silu is 0, as it has to be.
    with np.errstate(over="ignore"):
        silu = gate / (1 + np.exp(-gate))
    up = state @ tensors[prefix + "mlp.up_proj.weight"].T
    said: Matrix = (silu * up) @ tensors[prefix + "mlp.down_proj.weight"].T
    return said


def _attend(state: Matrix, tensors: Tensors, prefix: str, heads: int, *, half: bool) -> Matrix:
    count = len(state)

    def projected(letter: str) -> Matrix:
        name = f"{prefix}self_attn.{letter}_proj."
        flat = state @ tensors[name + "weight"].T + tensors[name + "bias"]
        return flat.reshape(count, heads, HEAD).transpose(1, 0, 2)

    query, key, value = _turned(projected("q")), _turned(projected("k")), projected("v")
    if half:
        query, key, value = (
            part.astype(np.float16).astype(np.float32) for part in (query, key, value)
        )
    scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(HEAD))
    scores = np.where(np.tril(np.ones((count, count), dtype=bool)), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    seen = (weights @ value).transpose(1, 0, 2).reshape(count, heads * HEAD)
    found: Matrix = seen @ tensors[prefix + "self_attn.o_proj.weight"].T
    return found


def _turned(part: Matrix) -> Matrix:
    """Turn each pair of numbers by the angle of its position."""
    half = HEAD // 2
    angles = np.outer(np.arange(part.shape[1]), BASE ** (-np.arange(half) / half))
    cosine, sine = (np.asarray(f(angles), dtype=np.float32) for f in (np.cos, np.sin))
    left, right = part[..., :half], part[..., half:]
    turned: Matrix = np.concatenate(
        [left * cosine - right * sine, right * cosine + left * sine], axis=-1
    )
    return turned
