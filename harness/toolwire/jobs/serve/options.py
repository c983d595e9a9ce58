"""What may be asked of a server before it listens: a rule it can break, a model, and who can reach it."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address

from toolwire.dialects import DIALECTS
from toolwire.dialects.reference import answer
from toolwire.jobs.serve.callers import is_name
from toolwire.jobs.serve.fault import servable
from toolwire.jobs.serve.forgetful import ForgetfulModel
from toolwire.jobs.serve.server import Plan, eager
from toolwire.model.errors import ToolwireError
from toolwire.rules import Rule
from toolwire.rules.named import rule_named


def rule_of(fault: str, served: Sequence[str]) -> Rule:
    """Return the rule of an id or name that a server of some dialects can break.

    Raises:
        ToolwireError: there is none, or it cannot be broken there.
    """
    rule = rule_named(fault, where="--fault")
    if not any(rule.id in servable(name) for name in served):
        where = ", ".join(name for name in DIALECTS if rule.id in servable(name))
        hint = f"it can in {where}" if where else "it is about requests"
        what = f"{rule.id} cannot be broken in {', '.join(served)}"
        raise ToolwireError(what, where="--fault", hint=hint)
    return rule


def plan_of(*, is_eager: bool, forgetful: bool) -> Plan:
    """Return what decides on the answers of a server.

    Raises:
        ToolwireError: two things that exclude each other are wanted.
    """
    if is_eager and forgetful:
        raise ToolwireError("one model is not both", where="--eager and --forgetful")
    if forgetful:
        return ForgetfulModel()
    return eager if is_eager else answer


def is_loopback(host: str) -> bool:
    """Return whether an address is reached from this machine alone."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def check_loopback(host: str) -> None:
    """Refuse an address that others can reach.

    Raises:
        ToolwireError: they can.
    """
    if not is_loopback(host):
        what = f"{host!r} is not this machine alone"
        raise ToolwireError(what, where="--host", hint="add --open-to-others if you mean it")


def host_name(name: str) -> str:
    """Return a name that is answered to in `Host`, in lower case.

    Raises:
        ToolwireError: it is none.
    """
    if not is_name(name):
        hint = "for example toolwire.internal, or localhost:8080"
        raise ToolwireError("that is no name of a host", where="--allow-host", hint=hint)
    return name.lower()


def not_listening(error: OSError, host: str, port: int) -> ToolwireError:
    """Return what to say of an address that cannot be listened on."""
    where = f"{host}:{port}"
    return ToolwireError(
        f"cannot listen: {error.strerror}", where=where, hint="choose another --port"
    )
