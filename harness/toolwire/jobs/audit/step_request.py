"""The request of a step, as it is asked: what its probe, requirement, alternative or additions make of it."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects import Dialect, load_dialect
from toolwire.dialects.second_form import SecondForm
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.alternative import before, otherwise
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.probe import with_probe
from toolwire.jobs.audit.requirement import without
from toolwire.jobs.audit.right_request import with_additions
from toolwire.model.conversation import Conversation, Turn
from toolwire.model.exchange import Endpoint, Mode, Request
from toolwire.rules.mutate.addition import added
from toolwire.rules.mutate.history import with_history
from toolwire.rules.mutate.second_form import written_out
from toolwire.suites.expressible import conversation_of, endpoint_for
from toolwire.suites.model import Step


def dialect_of(item: Item) -> Dialect:
    """Return what is spoken: the case's own dialect, or the provider's."""
    return load_dialect(item.case.dialect or item.target.provider.dialect)


def request_of(item: Item, step: Step, turns: tuple[Turn, ...], *, probing: bool = True) -> Request:
    """Return the request of a step, with the question of its probe in it if that is wanted."""
    dialect = dialect_of(item)
    conversation = replace(
        conversation_of(item.case, step, turns), stream=item.mode is Mode.STREAMING
    )
    if not probing:
        conversation = replace(conversation, continued=False)
    endpoint = endpoint_for(item.case, item.target.endpoint, dialect.name)
    if step.requirement is not None:
        request = dialect.encode(with_history(conversation), endpoint)
        return without(request, step.requirement, dialect.name) if probing else request
    if step.alternative is not None:
        request = dialect.encode(before(conversation, step.alternative), endpoint)
        return otherwise(request, step.alternative) if probing else request
    if step.second is not None:
        conversation = added(conversation, step.additions)
        return _in_second_form(dialect, conversation, endpoint, step.second if probing else None)
    if step.additions:
        return with_additions(dialect, conversation, endpoint, step.additions if probing else ())
    request = dialect.encode(conversation, endpoint)
    return with_probe(request, step, dialect.name) if probing else request


def _in_second_form(
    dialect: Dialect, conversation: Conversation, endpoint: Endpoint, form: SecondForm | None
) -> Request:
    """Return a request in another form; in the usual one, where that is None, which has fewer keywords."""
    if form is None:
        tools = tuple(map(written_out, conversation.tools))
        return dialect.encode(replace(conversation, tools=tools), endpoint)
    request = dialect.encode(conversation, endpoint)
    return replace(request, body=dump(form.written(object_of(parse(request.body)))))
