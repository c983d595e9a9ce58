"""The model: it says what the script says, whatever the sampler and whatever else is there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from servers.scripted_model import load_script
from servers.scripted_model.forward import log_probabilities
from servers.scripted_model.model import Model, model_of
from servers.scripted_model.network import Network
from servers.scripted_model.proof import prompt_for, prove
from servers.scripted_model.vocabulary import ASSISTANT, END, RESULTS, USER
from toolwire.io.json_text import dump
from toolwire.model.errors import ToolwireError

SCRIPT = """
replies:
  - {when: rainy, text: Take a coat.}
  - {when: rainy in Rome, text: Take two coats.}
  - {when: sunny, with: In French, text: "Prenez un chapeau."}
  - {when: sunny, text: Take a hat.}
  - when: chain
    calls: [{name: f, arguments: {a: 1}}]
    after_result:
      calls: [{name: f, arguments: {a: 2}}, {name: f, arguments: {a: 3}}]
      after_result:
        calls: [{name: f, arguments: {a: 4}}]
        after_result: It is over.
otherwise: I have nothing to say.
"""
F = '<tool_call>\n{{"name": "f", "arguments": {{"a": {}}}}}\n</tool_call>'
ROUND = f"{RESULTS[0]}\nok\n</tool_response>{END}\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    """Return a model of a few replies."""
    path = tmp_path_factory.mktemp("script") / "replies.yaml"
    path.write_text(SCRIPT, encoding="utf-8")
    return model_of(load_script(path))


def user(text: str) -> str:
    """Return a user's turn."""
    return f"{USER}{text}{END}\n"


def said(text: str) -> str:
    """Return a turn of the assistant."""
    return f"{ASSISTANT}{text}{END}\n"


def generated(model: Model, prompt: str, *, half: bool = False, seed: int | None = None) -> str:
    """Return what the model says: the likeliest token each time, or drawn at temperature 1."""
    tokenizer = Tokenizer.from_str(dump(model.vocabulary.tokenizer()).decode())
    ids = tokenizer.encode(f"<|im_start|>system\nBe brief.{END}\n{prompt}{ASSISTANT}").ids
    start, end = len(ids), model.vocabulary.id(END)
    random = np.random.default_rng(seed)
    while ids[-1] != end:
        assert len(ids) - start < 100, "no end"
        row = log_probabilities(model.network, ids, half=half)[-1].astype(np.float64)
        drawn = random.choice(len(row), p=np.exp(row) / np.exp(row).sum())
        ids.append(int(row.argmax() if seed is None else drawn))
    text: str = tokenizer.decode(ids[start:-1], skip_special_tokens=False)
    return text


def test_every_shipped_reply_is_said(shipped: Model) -> None:
    """Each token of each reply is more than 1 - 1e-6 probable, and far ahead of all others."""
    proof = prove(shipped)
    assert proof.replies == sum(not line.condition.forced for line in shipped.lines) > 100
    # Whatever the temperature: at 5, this is still 20 nats.
    assert proof.nats > 100


def test_a_cache_of_16_bits_is_enough(model: Model) -> None:
    """Attention on queries, keys and values in 16 bits finds the same."""
    assert prove(model, half=True).nats > 100


@pytest.mark.parametrize("temperature", [0.1, 1.0, 5.0])
def test_the_temperature_does_not_matter(shipped: Model, temperature: float) -> None:
    """The probability of a whole reply with a hard text is 1 at any usual temperature."""
    tokenizer = Tokenizer.from_str(dump(shipped.vocabulary.tokenizer()).decode())
    hard = max(shipped.lines, key=lambda line: len(line.tokens))
    prompt = tokenizer.encode(prompt_for(hard)).ids
    reply = [shipped.vocabulary.id(token) for token in (*hard.tokens, END)]
    rows = log_probabilities(shipped.network, [*prompt, *reply], temperature=temperature)
    said = rows[np.arange(len(prompt) - 1, len(prompt) + len(reply) - 1), reply]
    assert float(np.exp(said.sum())) > 1 - 1e-6


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_replies_come_out_token_by_token(model: Model, seed: int | None) -> None:
    """Greedy and drawn at temperature 1, from the first token to the end of the turn."""
    assert generated(model, user("rainy"), seed=seed) == "Take a coat."
    assert generated(model, user("chain"), seed=seed) == F.format(1)
    assert generated(model, user("Who are you?"), seed=seed) == "I have nothing to say."


@pytest.mark.parametrize("half", [False, True], ids=["32 bits", "16 bits"])
@pytest.mark.parametrize(
    ("prompt", "reply"),
    [
        (user("Is it rainy there?"), "Take a coat."),
        (user("Is it rainy in Rome?"), "Take two coats."),
        (user("rainy") + said("Take a coat.") + user("sunny"), "Take a hat."),
        (user("sunny") + said("Take a hat.") + user("rainy"), "Take a coat."),
        (user("rainy") + said("Take a coat.") + user("Thanks."), "I have nothing to say."),
        (user("sunny or rainy"), "Take a coat."),
        (user("Well?") + said("It is rainy.") + user("And?"), "I have nothing to say."),
        (user("sunny") + said("Not rainy, is it?") + user("sunny"), "Take a hat."),
        (f"<|im_start|>system\nIn French{END}\n" + user("sunny"), "Prenez un chapeau."),
        (f"<|im_start|>system\nIn French{END}\n" + user("rainy"), "Take a coat."),
        (user("chain") + said(F.format(1)) + ROUND, F.format(2) + "\n" + F.format(3)),
        (user("chain") + (said("x") + ROUND) * 2, F.format(4)),
        (user("chain") + (said("x") + ROUND) * 3, "It is over."),
        (user("chain") + (said("x") + ROUND) * 6, "It is over."),
        (user("rainy") + (said("x") + ROUND) * 2 + user("chain"), F.format(1)),
        (
            user("rainy") + (said("x") + ROUND) * 2 + user("chain") + said("x") + ROUND,
            F.format(2) + "\n" + F.format(3),
        ),
        (user("chain") + said(F.format(1)) + ROUND + user("chain"), F.format(1)),
        (user("chain") + said("x") + f"{RESULTS[0]}\nrainy\n</tool_response>{END}\n",
         F.format(2) + "\n" + F.format(3)),
        (user("chain") + said("rainy") + ROUND, F.format(2) + "\n" + F.format(3)),
        (user("chain") + said("x") + ROUND.replace("user", "tool"),
         F.format(2) + "\n" + F.format(3)),
    ],
)  # fmt: skip
def test_the_last_turn_of_the_user_decides(
    model: Model, prompt: str, reply: str, *, half: bool
) -> None:
    """Earlier turns, the assistant's own words and what tools say do not; rounds are counted."""
    assert generated(model, prompt, half=half) == reply


def test_length_does_not_matter(model: Model) -> None:
    """With much text before, between and after the keys, in 16 bits, where distances blur."""
    long = "Lorem ipsum dolor sit amet. " * 12
    prompt = user(f"{long} sunny {long}") + said(long) + user(f"chain {long}") + said(long) + ROUND
    reply = F.format(2) + "\n" + F.format(3)
    (line,) = (line for line in model.lines if "".join(line.tokens) == reply)
    tokenizer = Tokenizer.from_str(dump(model.vocabulary.tokenizer()).decode())
    ids = tokenizer.encode(prompt + ASSISTANT).ids
    assert len(ids) > 1_300
    wanted = [model.vocabulary.id(token) for token in (*line.tokens, END)]
    rows = log_probabilities(model.network, [*ids, *wanted], half=True)
    places = np.arange(len(ids) - 1, len(ids) + len(wanted) - 1)
    assert float(np.exp(rows[places, wanted].sum())) > 1 - 1e-6


def test_off_the_script_the_end_is_near(model: Model) -> None:
    """Where a grammar forces other text, whatever is open is closed before anything is begun."""
    tokenizer = Tokenizer.from_str(dump(model.vocabulary.tokenizer()).decode())
    forced = tokenizer.encode(f'{user("rainy")}{ASSISTANT}{{"city": "').ids
    row = log_probabilities(model.network, forced)[-1]
    order = sorted((END, '"', "}", "]", ",", "a"), key=lambda t: -row[model.vocabulary.id(t)])
    assert order == [END, '"', "}", "]", ",", "a"]


def test_a_model_that_says_something_else_is_not_proven(model: Model) -> None:
    """The proof fails, and names the reply, when a weight is wrong."""
    tensors = dict(model.network.tensors)
    broken = tensors["model.layers.3.mlp.down_proj.weight"].copy()
    broken[:] = 0
    tensors["model.layers.3.mlp.down_proj.weight"] = broken
    network = Network(tensors, model.network.layers, model.network.width, model.network.neurons)
    with pytest.raises(ToolwireError, match=r"reply to .*: token \d+ is 0\.\d+ probable"):
        prove(Model(model.lines, model.vocabulary, network))


def test_a_reply_that_cannot_be_cut_names_its_line(tmp_path: Path) -> None:
    """One line: file, line, and what to change."""
    path = tmp_path / "replies.yaml"
    path.write_text('replies:\n  - when: one\n    text: "<think>a</think>a"\n', encoding="utf-8")
    with pytest.raises(ToolwireError, match=r"replies\.yaml:2: the text 'a' stands twice"):
        model_of(load_script(path))
