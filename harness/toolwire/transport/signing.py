"""What a request to AWS carries to be let in: a bearer key, or a SigV4 signature by botocore.

Sources: AWS General Reference, Signature Version 4; botocore 1.44.5, whose Bedrock service model
lists both kinds (signing name `bedrock`) and whose bearer key stands in
`AWS_BEARER_TOKEN_BEDROCK`. Read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Request
from toolwire.transport.loopback import loopback

SERVICE = "bedrock"
#: Environment variable of a Bedrock API key; it wins over access keys, as in botocore.
BEARER = "AWS_BEARER_TOKEN_BEDROCK"
_REGIONS = ("AWS_REGION", "AWS_DEFAULT_REGION")


@dataclass(frozen=True, slots=True, repr=False)
class Keys:
    """Access keys of one account and the region they are used in; `token` only for sessions."""

    access: str
    secret: str
    region: str
    token: str | None = None


def keys_in(environ: Mapping[str, str]) -> Keys | None:
    """Return the access keys of an environment; None when it has none, or no region."""
    access, secret = environ.get("AWS_ACCESS_KEY_ID"), environ.get("AWS_SECRET_ACCESS_KEY")
    region = next((environ[name] for name in _REGIONS if environ.get(name)), None)
    if not access or not secret or not region:
        return None
    return Keys(access, secret, region, environ.get("AWS_SESSION_TOKEN") or None)


def admitted(request: Request, environ: Mapping[str, str], *, clear_text: bool = False) -> Request:
    """Return the request with an Authorization header made from the environment.

    Args:
        request: without one.
        environ: has a bearer key, or access keys with a region.
        clear_text: the user allows plain http to another machine.

    Raises:
        ToolwireError: the address is not https and not of this machine, the environment has
            neither a bearer key nor access keys with a region, or botocore is not installed.
    """
    encrypted = urlsplit(request.url).scheme == "https"
    if not encrypted and not clear_text and not loopback(urlsplit(request.url).hostname or ""):
        hint = "or add --insecure-http if everyone on the way may read them"
        where = urlsplit(request.url).netloc
        raise ToolwireError("AWS keys go over https only", where=where, hint=hint)
    bearer = environ.get(BEARER)
    if bearer:
        header = ("authorization", f"Bearer {bearer}")
        return replace(request, headers=(*request.headers, header))
    keys = keys_in(environ)
    if keys is None:
        hint = f"set {BEARER}, or AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION"
        raise ToolwireError("no key for AWS", hint=hint)
    return _signed(request, keys)


def _signed(request: Request, keys: Keys) -> Request:
    # Lazy: only calls to AWS need botocore, and only without a bearer key.
    try:
        from botocore.auth import SigV4Auth  # noqa: PLC0415
        from botocore.awsrequest import AWSRequest  # noqa: PLC0415
        from botocore.credentials import Credentials  # noqa: PLC0415
    except ImportError:
        hint = "pip install 'toolwire[bedrock]'"
        raise ToolwireError("signing for AWS needs botocore", hint=hint) from None
    signed = AWSRequest(request.method, request.url, dict(request.headers), request.body)
    credentials = Credentials(keys.access, keys.secret, keys.token)
    SigV4Auth(credentials, SERVICE, keys.region).add_auth(signed)
    return replace(request, headers=tuple((k.lower(), v) for k, v in signed.headers.items()))
