"""The request of a step, as it is asked: what its probe, requirement, alternative or additions make of it."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects import Dialect, load_dialect
from toolwire.jobs.audit.alternative import before, otherwise
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.probe import with_probe
from toolwire.jobs.audit.requirement import without
from toolwire.jobs.audit.right_request import with_additions
from toolwire.model.conversation import Turn
from toolwire.model.exchange import Mode, Request
from toolwire.rules.mutate.history import with_history
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
    if step.additions:
        return with_additions(dialect, conversation, endpoint, step.additions if probing else ())
    request = dialect.encode(conversation, endpoint)
    return with_probe(request, step, dialect.name) if probing else request
