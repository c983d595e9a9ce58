"""A model as the folder that servers load: weights, configuration, tokenizer, template.

Files and members after transformers 5.23.0 and vLLM 0.32.0, read 2026-11-21. Building again
gives the same bytes.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from servers.scripted_model.attention import BASE, CONTEXT
from servers.scripted_model.model import Model
from servers.scripted_model.network import EPSILON
from servers.scripted_model.vocabulary import END, PADDING
from toolwire.io.files import write_atomically
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject


def chat_template() -> str:
    """Return the chat template that ships: ChatML with Hermes calls."""
    return Path(__file__).with_name("chat_template.jinja").read_text("utf-8")


def write_folder(model: Model, folder: Path) -> None:
    """Write a model; files that are there already are replaced.

    Raises:
        ToolwireError: the folder cannot be written.
    """
    from safetensors.numpy import save  # noqa: PLC0415 - comes with an extra

    ends: JsonObject = {
        "eos_token_id": model.vocabulary.id(END),
        "pad_token_id": model.vocabulary.id(PADDING),
    }
    documents: dict[str, JsonObject] = {
        "config.json": configuration(model),
        "generation_config.json": ends,
        "tokenizer.json": model.vocabulary.tokenizer(),
        "tokenizer_config.json": _tokenizer_configuration(),
    }
    for name, document in documents.items():
        write_atomically(folder / name, msgspec.json.format(dump(document), indent=1) + b"\n")
    write_atomically(folder / "chat_template.jinja", chat_template().encode())
    weights = save(dict(model.network.tensors), {"format": "pt"})
    write_atomically(folder / "model.safetensors", weights, binary=True)


def configuration(model: Model) -> JsonObject:
    """Return the content of `config.json`."""
    network = model.network
    return {
        "architectures": ["Qwen2ForCausalLM"],
        "model_type": "qwen2",
        "attention_dropout": 0.0,
        "bos_token_id": None,
        "dtype": "float32",
        "eos_token_id": model.vocabulary.id(END),
        "hidden_act": "silu",
        "hidden_size": network.width,
        "initializer_range": 0.02,
        "intermediate_size": network.neurons,
        "max_position_embeddings": CONTEXT,
        "num_attention_heads": network.heads,
        "num_hidden_layers": network.layers,
        "num_key_value_heads": network.heads,
        "pad_token_id": model.vocabulary.id(PADDING),
        "rms_norm_eps": EPSILON,
        # Older readers know the first, newer ones the second.
        "rope_theta": BASE,
        "rope_parameters": {"rope_theta": BASE, "rope_type": "default"},
        "tie_word_embeddings": False,
        "torch_dtype": "float32",
        "use_cache": True,
        "use_sliding_window": False,
        "vocab_size": len(model.vocabulary),
    }


def _tokenizer_configuration() -> JsonObject:
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "add_prefix_space": False,
        "bos_token": None,
        "clean_up_tokenization_spaces": False,
        "eos_token": END,
        "model_max_length": CONTEXT,
        "pad_token": PADDING,
        "split_special_tokens": False,
        # Newer readers take chat_template.jinja, older ones only this.
        "chat_template": chat_template(),
    }
