"""A scripted model as one value: script, tokens, network."""

from __future__ import annotations

from dataclasses import dataclass

from servers.scripted_model.codes import MOST_TOKENS
from servers.scripted_model.layout import layout_for
from servers.scripted_model.network import Network, network_of
from servers.scripted_model.neurons import Names
from servers.scripted_model.pieces import SHARED
from servers.scripted_model.rules import Line, lines_of, rules_of
from servers.scripted_model.script import Script
from servers.scripted_model.vocabulary import Vocabulary, vocabulary_of
from toolwire.model.errors import ToolwireError


@dataclass(frozen=True, slots=True)
class Model:
    """What a script was made into.

    Attributes:
        lines: every reply as tokens, with its condition.
        vocabulary: all tokens.
        network: all numbers.
    """

    lines: tuple[Line, ...]
    vocabulary: Vocabulary
    network: Network


def model_of(script: Script) -> Model:
    """Make a model that follows a script.

    Raises:
        ToolwireError: a reply cannot be cut into tokens (names file and line), or the replies
            have too many of them.
    """
    lines = lines_of(script)
    rules = rules_of(lines)
    keys = tuple(dict.fromkeys(entry.when for entry in script.entries))
    besides = tuple(dict.fromkeys(e.beside for e in script.entries if e.beside is not None))
    pieces = (token for line in lines for token in line.tokens)
    vocabulary = vocabulary_of((*SHARED, *pieces), (*keys, *besides))
    if len(vocabulary) > MOST_TOKENS:
        what = f"the replies need {len(vocabulary):,} tokens, and {MOST_TOKENS:,} fit"
        raise ToolwireError(what, hint="split the script")
    rounds = max(line.condition.least for line in lines)
    layout = layout_for(len(vocabulary), len(keys), len(besides), rounds)
    network = network_of(rules, Names(vocabulary, keys, besides), layout)
    return Model(lines, vocabulary, network)
