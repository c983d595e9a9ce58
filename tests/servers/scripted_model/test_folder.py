"""The folder: what servers load, the same bytes every time."""

from __future__ import annotations

import json
from pathlib import Path

import gguf
import numpy as np
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from servers.scripted_model import load_script
from servers.scripted_model.folder import chat_template, write_folder
from servers.scripted_model.gguf import write_gguf
from servers.scripted_model.model import Model, model_of
from servers.scripted_model.vocabulary import ASSISTANT, END, RESULTS, USER
from toolwire.model.errors import ToolwireError

FILES = {
    "chat_template.jinja",
    "config.json",
    "generation_config.json",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
}
#: The `gguf` package that is installed stands in for that of a source tree of llama.cpp.
PACKAGE = Path(gguf.__file__).parents[1]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    """Return a small model."""
    path = tmp_path_factory.mktemp("script") / "replies.yaml"
    text = "replies:\n  - {when: a key, calls: [{name: f, arguments: {a: é}}], after_result: So.}\n"
    path.write_text(text, encoding="utf-8")
    return model_of(load_script(path))


def rendered(messages: list[dict[str, object]], **more: object) -> str:
    """Render the chat template as servers do."""
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    # As transformers does it; jinja2's own filter escapes for HTML.
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    template = environment.from_string(chat_template())
    return template.render(messages=messages, add_generation_prompt=True, **more)


def test_a_build_is_the_same_to_the_byte(model: Model, tmp_path: Path) -> None:
    """Two builds of one script, weights and GGUF included."""
    for folder in (tmp_path / "one", tmp_path / "two"):
        write_folder(model, folder)
        write_gguf(model, folder / "model.gguf", PACKAGE)
    written = {path.name for path in (tmp_path / "one").iterdir()}
    assert written == FILES | {"model.gguf"}
    for name in written:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_the_files_tell_one_model(model: Model, tmp_path: Path) -> None:
    """Shapes fit the configuration, ids the tokenizer, and all tensors of a Qwen2 are there."""
    write_folder(model, tmp_path)
    configuration = json.loads((tmp_path / "config.json").read_text())
    tensors = load_file(tmp_path / "model.safetensors")
    tokenizer = Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    width, count = configuration["hidden_size"], configuration["vocab_size"]
    assert tensors["model.embed_tokens.weight"].shape == (count, width)
    assert tokenizer.get_vocab_size() == count
    assert configuration["eos_token_id"] == tokenizer.token_to_id(END)
    assert configuration["architectures"] == ["Qwen2ForCausalLM"]
    assert width == configuration["num_attention_heads"] * 64
    # Twelve for each layer, three outside of them.
    assert len(tensors) == 12 * configuration["num_hidden_layers"] + 3
    assert {tensor.dtype for tensor in tensors.values()} == {np.dtype("float32")}
    assert all(np.isfinite(tensor).all() for tensor in tensors.values())


def test_gguf_has_the_same_tensors_and_tokens(model: Model, tmp_path: Path) -> None:
    """Read back by the package that wrote it: names of llama.cpp, our numbers."""
    path = tmp_path / "model.gguf"
    write_gguf(model, path, PACKAGE)
    reader = gguf.GGUFReader(path)
    tensors = {tensor.name: tensor for tensor in reader.tensors}
    assert len(tensors) == len(model.network.tensors)
    ours = model.network.tensors
    for name, theirs in (
        ("lm_head.weight", "output.weight"),
        ("model.layers.2.mlp.down_proj.weight", "blk.2.ffn_down.weight"),
        ("model.layers.0.self_attn.k_proj.bias", "blk.0.attn_k.bias"),
    ):
        assert np.array_equal(tensors[theirs].data.reshape(ours[name].shape), ours[name])
    fields = {name: field.contents() for name, field in reader.fields.items()}
    assert fields["general.architecture"] == "qwen2"
    assert tuple(fields["tokenizer.ggml.tokens"]) == model.vocabulary.spelled()
    assert fields["tokenizer.ggml.eos_token_id"] == model.vocabulary.id(END)
    assert fields["tokenizer.chat_template"] == chat_template()
    assert "tokenizer.ggml.bos_token_id" not in fields


def test_a_folder_without_gguf_is_told(model: Model, tmp_path: Path) -> None:
    """One line that says which folder to name."""
    with pytest.raises(ToolwireError, match=r"no gguf-py in this folder .*convert_hf_to_gguf"):
        write_gguf(model, tmp_path / "model.gguf", tmp_path)
    assert not (tmp_path / "model.gguf").exists()


def test_a_package_that_changed_is_told(model: Model, tmp_path: Path) -> None:
    """A gguf package without what is needed, or one that needs another, is one line."""
    package = tmp_path / "llama.cpp" / "gguf-py" / "gguf" / "__init__.py"
    package.parent.mkdir(parents=True)
    package.write_text("")
    with pytest.raises(ToolwireError, match=r"its gguf package has changed: .*GGUFWriter"):
        write_gguf(model, tmp_path / "model.gguf", tmp_path / "llama.cpp")
    package.write_text("import no_such_package")
    with pytest.raises(ToolwireError, match=r"needs no_such_package .pip install no_such_package"):
        write_gguf(model, tmp_path / "model.gguf", tmp_path / "llama.cpp")
    assert [path.name for path in tmp_path.iterdir()] == ["llama.cpp"]


def test_the_template_writes_turns_as_the_model_reads_them() -> None:
    """System text, tools, calls with arguments as object or text, results grouped in a round."""
    call = {"name": "f", "arguments": {"a": "é"}}
    text = rendered(
        [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "a key"},
            {"role": "assistant", "content": None, "tool_calls": [{"function": call}]},
            {"role": "tool", "content": "one"},
            {"role": "tool", "content": "two"},
            {"role": "assistant", "content": "So.", "reasoning_content": "Hm."},
            {"role": "user", "content": "b"},
            {
                "role": "assistant",
                "tool_calls": [{"function": {"name": "f", "arguments": '{"a": 1}'}}, call],
            },
            {"role": "tool", "content": "three"},
        ],
        tools=[{"type": "function", "function": {"name": "f"}}],
    )
    word, number = (
        f'<tool_call>\n{{"name": "f", "arguments": {given}}}\n</tool_call>'
        for given in ('{"a": "é"}', '{"a": 1}')
    )
    system, _, rest = text.partition(END)
    assert system.startswith("<|im_start|>system\nBe brief.\n\n# Tools\n")
    assert '<tools>\n{"type": "function", "function": {"name": "f"}}\n</tools>' in system
    assert rest == (
        f"\n{USER}a key{END}\n"
        f"{ASSISTANT}{word}{END}\n"
        f"{RESULTS[0]}\none\n</tool_response>\n<tool_response>\ntwo\n</tool_response>{END}\n"
        f"{ASSISTANT}<think>\nHm.\n</think>\n\nSo.{END}\n"
        f"{USER}b{END}\n"
        f"{ASSISTANT}{number}\n{word}{END}\n"
        f"{RESULTS[0]}\nthree\n</tool_response>{END}\n"
        f"{ASSISTANT}"
    )


def test_the_template_does_without_a_system_text_and_without_tools() -> None:
    """The shortest request there is."""
    assert rendered([{"role": "user", "content": "Hi."}]) == (
        f"<|im_start|>system\nYou say what a script says.{END}\n{USER}Hi.{END}\n{ASSISTANT}"
    )
