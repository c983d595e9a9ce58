"""A model as a GGUF file, the form that llama.cpp loads.

Written with the `gguf` package of a source tree of llama.cpp (`gguf-py`), so that the file is as
new as the server. Names of members after `gguf-py/gguf/constants.py` of llama.cpp, in the sources
of llama-cpp-python 0.3.36, read 2026-11-21.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from servers.scripted_model.attention import BASE, CONTEXT
from servers.scripted_model.folder import chat_template
from servers.scripted_model.model import Model
from servers.scripted_model.network import EPSILON
from servers.scripted_model.vocabulary import END, PADDING, bytes_as_text
from toolwire.io.files import write_atomically
from toolwire.io.opening import MOST_STREAMED, content
from toolwire.model.errors import ToolwireError

_PACKAGE: Final = "gguf-py"
#: Ends of names: in a Qwen2 checkpoint -> in GGUF.
_NAMES: Final = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
}
_PARTS: Final = {
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def write_gguf(model: Model, path: Path, source: Path) -> None:
    """Write a model as GGUF.

    Args:
        model: what was built.
        path: the file; one that is there is replaced.
        source: a source tree of llama.cpp, or its `gguf-py`.

    Raises:
        ToolwireError: the source tree has no `gguf-py`, that package cannot be loaded or lacks
            something, or the file cannot be written.
    """
    with _package(source) as gguf, TemporaryDirectory() as scratch:
        # Its writer opens the file itself.
        written = Path(scratch) / path.name
        try:
            writer = gguf.GGUFWriter(written, "qwen2")
            _describe(writer, gguf, model)
            for name, tensor in model.network.tensors.items():
                writer.add_tensor(_name(name), tensor)
            writer.write_header_to_file()
            writer.write_kv_data_to_file()
            writer.write_tensors_to_file()
            writer.close()
        except AttributeError as error:
            what = f"its gguf package has changed: {error}"
            hint = "take another version of llama.cpp"
            raise ToolwireError(what, where=str(source), hint=hint) from None
        except OSError as error:
            raise ToolwireError(f"cannot write: {error.strerror}", where=scratch) from None
        write_atomically(path, content(written, MOST_STREAMED), binary=True)


@contextmanager
def _package(source: Path) -> Iterator[Any]:
    """Import the package of a source tree, whatever other one is installed."""
    folder = source if (source / "gguf").is_dir() else source / _PACKAGE
    if not (folder / "gguf" / "__init__.py").is_file():
        hint = "name the folder that holds convert_hf_to_gguf.py"
        raise ToolwireError(f"no {_PACKAGE} in this folder", where=str(source), hint=hint)
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if _belongs(name)}
    sys.path.insert(0, str(folder))
    try:
        yield import_module("gguf")
    except ImportError as error:
        raise ToolwireError(
            f"its gguf package needs {error.name}",
            where=str(source),
            hint=f"pip install {error.name}",
        ) from None
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if _belongs(name)]:
            del sys.modules[name]
        sys.modules.update(before)


def _belongs(module: str) -> bool:
    return module == "gguf" or module.startswith("gguf.")


def _describe(writer: Any, gguf: Any, model: Model) -> None:
    network, vocabulary = model.network, model.vocabulary
    writer.add_name("scripted model")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(network.width)
    writer.add_feed_forward_length(network.neurons)
    writer.add_block_count(network.layers)
    writer.add_head_count(network.heads)
    writer.add_head_count_kv(network.heads)
    writer.add_rope_freq_base(BASE)
    writer.add_layer_norm_rms_eps(EPSILON)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    kinds = gguf.TokenType
    added = (
        kinds.CONTROL if vocabulary.special(token) else kinds.USER_DEFINED
        for token in vocabulary.added
    )
    writer.add_token_list(vocabulary.spelled())
    writer.add_token_types([*(kinds.NORMAL for _ in vocabulary.plain), *added])
    pairs = ((bytes_as_text(left), bytes_as_text(right)) for left, right in vocabulary.merges)
    writer.add_token_merges([f"{left} {right}" for left, right in pairs])
    writer.add_eos_token_id(vocabulary.id(END))
    writer.add_pad_token_id(vocabulary.id(PADDING))
    writer.add_add_bos_token(value=False)
    writer.add_chat_template(chat_template())


def _name(name: str) -> str:
    if name in _NAMES:
        return _NAMES[name]
    layer, _, rest = name.removeprefix("model.layers.").partition(".")
    part, _, kind = rest.rpartition(".")
    return f"blk.{layer}.{_PARTS[part]}.{kind}"
