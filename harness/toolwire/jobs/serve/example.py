"""Requests in which a broken rule shows: those of its scenarios, with what they want written out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.exchange import Endpoint, Mode, Request
from toolwire.rules import Mutation, Rule
from toolwire.rules.mutate.scenarios import SCENARIOS
from toolwire.rules.mutate.told_scenarios import TOLD_SCENARIOS
from toolwire.rules.proof import exchanges

#: A name that no provider takes: with such a tool a request is refused.
_WRONG_NAME = "get weather"


def prompt_for(answer: Answer) -> str:
    """Return a prompt that the reference responder answers as said; "" for words of its own."""
    words = [f'Say "{answer.text}"'] if answer.text and answer.calls else []
    return ", ".join([*words, *(f"{c.name}({dump(c.arguments).decode()})" for c in answer.calls)])


#: Scenarios whose own words tell what to do, and what their rules look for.
_IN_OWN_WORDS: Final = frozenset({"chained", *TOLD_SCENARIOS})


def examples(rule: Rule, name: str, root: str) -> Iterator[Request]:
    """Yield the requests in which a rule may show, one for each of its faults in a dialect.

    Args:
        rule: not one about requests.
        name: the dialect.
        root: address of the server, without a path.
    """
    for mutation in rule.mutations:
        if mutation.dialect == name:
            yield _request(rule, mutation, root)


def example(name: str, scenario: str, mode: Mode, root: str) -> Request:
    """Return the request of a scenario with what it wants written out."""
    return _encoded(name, scenario, _conversation(name, scenario, mode), mode, root)


def _request(rule: Rule, mutation: Mutation, root: str) -> Request:
    name, scenario, mode = mutation.dialect, mutation.scenario, mutation.mode
    conversation = _conversation(name, scenario, mode)
    probing = rule.probing.get(name)
    if scenario == "refused" and probing is None:
        conversation = replace(
            conversation, tools=(replace(conversation.tools[0], name=_WRONG_NAME),)
        )
    request = _encoded(name, scenario, conversation, mode, root)
    if probing is None:
        return request
    body = object_of(parse(request.body))
    probing(body)
    return replace(request, body=dump(body))


def _conversation(name: str, scenario: str, mode: Mode) -> Conversation:
    plain = exchanges.baseline("", name, scenario, mode).request
    conversation = None if plain is None else load_dialect(name).read_request(plain)
    assert conversation is not None
    return conversation


def _encoded(name: str, scenario: str, plain: Conversation, mode: Mode, root: str) -> Request:
    prompts = [] if scenario in _IN_OWN_WORDS else [SCENARIOS[scenario][1]]
    if scenario == "second_call":
        # The first of the two calls has been made, so the prompt has to have asked for it.
        prompts.insert(0, SCENARIOS["single_call"][1])
    prompt = ", ".join(filter(None, map(prompt_for, prompts)))
    turns = (UserTurn(prompt), *plain.turns[1:]) if prompt else plain.turns
    conversation = replace(plain, turns=turns, stream=mode is Mode.STREAMING)
    endpoint = Endpoint(root + load_dialect(name).wire.serving.root, "reference-model")
    return load_dialect(name).encode(conversation, endpoint)
