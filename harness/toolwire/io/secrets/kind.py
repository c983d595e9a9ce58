"""The kinds of secrets, as a table of their forms.

Keys: OpenAI, Anthropic, OpenRouter and others `sk-`; Google `AIza`, `AQ.`, `ya29.`, `GOCSPX-`; Groq
`gsk_`; xAI `xai-`; Cerebras `csk-`; Hugging Face `hf_`; NVIDIA `nvapi-`; Perplexity `pplx-`;
Databricks `dapi`; Vercel `vck_`; Together `tgp_v1_`; AWS `AKIA`, `ASIA`, Bedrock `ABSK` and
`bedrock-api-key-`; GitHub `gh?_`, `github_pat_`; GitLab `glpat-`; Slack `xox?-`. These forms are
from knowledge (2026-11-21). Ids of tool calls (`call_`, `toolu_`, ...), responses and fingerprints
(`fp_`) are evidence and have none of them.

`suspicious` asks for all forms at once, in the one pass of a Rust engine (linear in the text, 2 to 8
us a KB against 60 us for a look for each; jsonschema-rs 0.49, 2026-11-21). It takes each form without
what stands around it, so that it never misses what a form would find; only what it lets through
is looked at closely.
"""

from __future__ import annotations

import re
from binascii import Error as Base64Error
from binascii import a2b_base64
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import jsonschema_rs

#: The kind of what providers give out to be let in.
KEY = "key"


@dataclass(frozen=True, slots=True)
class SecretKind:
    """One kind of secret.

    Attributes:
        name: what a user is told.
        pattern: its form; the last group that matched, if there is any, is the secret. Every
            repetition is bounded or cannot be entered twice, so that searching is linear.
        likely: looks at the secret once more; False for what only resembles one.
    """

    name: str
    pattern: re.Pattern[bytes]
    likely: Callable[[bytes], bool]


def _always(_: bytes) -> bool:
    return True


def _digits(token: bytes) -> bool:
    """Random text nearly always has a digit; words in its place (YOUR_KEY_HERE) have none."""
    return _DIGIT.search(token) is not None


def _starred(token: bytes) -> bool:
    """OpenAI's errors repeat a key with stars in the middle and its ends in the clear."""
    return _digits(token) or b"*" in token or token.lower() != token != token.upper()


def _user_and_password(token: bytes) -> bool:
    try:
        return b":" in a2b_base64(token)
    except Base64Error:
        return False


def _not_reserved(address: bytes) -> bool:
    """Addresses for examples (RFC 2606) are nobody's, also where a piece of a stream ends in their last letters."""
    return _RESERVED.search(address.lower()) is None


_DIGIT = re.compile(rb"[0-9]")
_RESERVED = re.compile(rb"[@.](?:example(?:\.(?:com?|net?|org?))?|invalid|test|localhost)$")


def _kind(name: str, pattern: str, likely: Callable[[bytes], bool] = _always) -> SecretKind:
    return SecretKind(name, re.compile(pattern.encode()), likely)


def _key(prefix: str, rest: str, likely: Callable[[bytes], bool] = _always) -> SecretKind:
    # The look-behind says that no word goes on into the prefix. It stands after the literal,
    # because the engine jumps from one literal beginning to the next.
    literal = re.escape(prefix)
    return _kind(KEY, rf"{literal}(?<![A-Za-z0-9_-]{literal}){rest}", likely)


def _named(names: str, name: str = "secret beside its name") -> SecretKind:
    """A value that is secret because of what it is called: `"api_key": "..."`, `api-key=...`."""
    between = rf"[\"'\\{_WS}]{{0,16}}"
    # The word of a SigV4 header is no secret; what follows it has other kinds.
    value = r"(?!AWS4-HMAC)([A-Za-z0-9+/_.~=-]{8,4096})"
    return _kind(name, rf"(?<![A-Za-z0-9])(?:{names}){between}[:=]{between}{value}", _digits)


_SIGNS = "[A-Za-z0-9_-]"
_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
#: White space of JSON and HTTP, for a class: a Rust engine's own class holds more.
_WS = r" \t\r\n"
_EMAIL = (
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}"
    r"@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])"
)
_SIGNED = (
    r"(?i:(?:x-(?:amz|goog)-(?:signature|credential|security-token)|[?&](?:sig|signature|token"
    rf"|access_token|id_token|api[_-]?key|key))=([^{_WS}&\"'<>\\;#]{{6,4096}}))"
)
#: Names and values alike: a name may be that of an account. Attributes of `Set-Cookie` go with them.
_PAIR = rf"[A-Za-z0-9!#$%&*+.^_|~-]{{1,256}}=[^{_WS};,\"'<>\\]{{1,4096}}"
_COOKIE = (
    rf"(?i:(?<![A-Za-z0-9])(?:set-)?cookie)[\"'\\]{{0,16}}[{_WS}]{{0,4}}[:=,]"
    rf"[\"'\\\[({_WS}]{{0,16}}({_PAIR}(?:;[{_WS}]{{0,4}}{_PAIR}){{0,64}})"
)
_PROJECT = (
    r"project(?:s/(?=[a-z-]{0,29}[0-9])([a-z][a-z0-9-]{4,28}[a-z0-9])|s?[/ ]([0-9]{9,14}))"
    r"(?![A-Za-z0-9-])"
)
_ARN = r"arn:aws[a-z-]{0,12}:[a-z0-9-]{1,40}:[a-z0-9-]{0,24}:([0-9]{12})(?![0-9])"
_WHO = rf"arn:aws[a-z-]{{0,12}}:(?:iam|sts)::([0-9]{{12}}:[^{_WS}\"'\\,]{{1,512}})"
_USER = rf"://[^/{_WS}\"'@:]{{0,256}}:([^/{_WS}\"'@]{{1,256}})@"
_PEM = rf"-----BEGIN [A-Z ]{{0,20}}PRIVATE KEY-----([A-Za-z0-9+/={_WS}\\nr]{{16,}})"
_JWT = rf"{_SIGNS}{{8,}}\.{_SIGNS}{{4,}}\.{_SIGNS}{{4,}}(?:\.{_SIGNS}*){{0,2}}"
# AWS's own documentation uses keys that end in EXAMPLE.
_ACCESS_KEY = "(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}(?![A-Za-z0-9])"

#: Every kind; of two that find the same bytes, the first gives the name.
KINDS: tuple[SecretKind, ...] = (
    _key("sk-", "[A-Za-z0-9_*-]{12,512}", _starred),
    # These words are part of no other: whatever stands before.
    _kind(KEY, "sk-(?:admin|ant|or|proj|svcacct)-[A-Za-z0-9_*-]{20,512}", _starred),
    _key("csk-", "[A-Za-z0-9]{20,}", _starred),
    _key("gsk_", "[A-Za-z0-9]{20,}"),
    _key("xai-", "[A-Za-z0-9]{20,}", _digits),
    _key("hf_", "[A-Za-z0-9]{20,}", _starred),
    _key("AIza", rf"{_SIGNS}{{30,}}"),
    _key("AQ.", rf"{_SIGNS}{{30,}}", _digits),
    _key("ya29.", r"[A-Za-z0-9_.-]{20,}"),
    _key("GOCSPX-", rf"{_SIGNS}{{20,}}"),
    _key("nvapi-", rf"{_SIGNS}{{30,}}"),
    _key("pplx-", "[A-Za-z0-9]{30,}"),
    _key("dapi", "[0-9a-f]{32}"),
    _key("vck_", "[A-Za-z0-9]{20,}"),
    _key("tgp_v1_", rf"{_SIGNS}{{20,}}"),
    _key("ABSK", "[A-Za-z0-9+/=]{40,}", _digits),
    _key("bedrock-api-key-", "[A-Za-z0-9+/=]{20,}"),
    _key("AKIA", _ACCESS_KEY),
    _key("ASIA", _ACCESS_KEY, _digits),
    _key("github_pat_", "[A-Za-z0-9_]{20,255}"),
    _kind(KEY, r"gh[pousr]_(?<![A-Za-z0-9_-]gh[pousr]_)[A-Za-z0-9]{30,255}"),
    _key("glpat-", rf"{_SIGNS}{{20,}}"),
    _kind(KEY, "xox[abprs]-[A-Za-z0-9-]{10,}"),
    _key("eyJ", _JWT),
    _kind("private key", _PEM),
    _named("api[_-]?[Kk]ey|x-api-key|x-goog-api-key"),
    _named("(?:access|refresh|id|session|security|bearer|auth)[_-]?[Tt]oken"),
    _named("(?i:x-(?:amz|goog)-(?:signature|credential|security-token))"),
    _named("client_?[Ss]ecret|(?:aws_)?secret_access_key|secretAccessKey|[Ss]ecret[_-]?[Kk]ey"),
    _named("[Pp]assword"),
    _named("[Aa]uthorization"),
    _kind("bearer token", rf"(?i:bearer)[{_WS}]{{1,4}}([A-Za-z0-9._~+/=*-]{{16,4096}})", _starred),
    _kind("basic credential", r"[Bb]asic ([A-Za-z0-9+/]{12,4096}={0,2})", _user_and_password),
    _kind("signed URL", _SIGNED),
    _kind("signature of a request", "(?i:[ ,]signature=)([0-9a-f]{64})(?![0-9a-f])"),
    _kind("cookie", _COOKIE),
    _kind("password in a URL", _USER),
    _kind("e-mail", _EMAIL, _not_reserved),
    _kind("organisation id", "org-(?<![A-Za-z0-9_-]org-)[A-Za-z0-9]{16,64}"),
    _named("(?:openai-)?organization(?:[_-]?[Ii]d)?|org_id", "organisation id beside its name"),
    _kind("project id", "proj_(?<![A-Za-z0-9_-]proj_)[A-Za-z0-9]{16,64}"),
    _kind("project id", _PROJECT),
    _kind("account id", _WHO),
    _kind("account id", _ARN),
    _kind("account id", rf"(?i:subscriptions)/({_UUID})"),
)

_AROUND = re.compile(r"\(\?(?:<!|!|=)[^()]*\)")
_BOUND = re.compile(r"\{(\d+),\d+\}")


def _loosened(pattern: bytes) -> str:
    """Return a pattern that matches wherever this one does, in what a Rust engine knows."""
    text = _AROUND.sub("", pattern.decode())
    return _BOUND.sub(r"{\1,}", text).replace(r"\-", "-")


def _without(pattern: str) -> jsonschema_rs.Validator:
    """Return what a text is valid for that has nothing of a pattern in it."""
    options = jsonschema_rs.RegexOptions()
    return jsonschema_rs.validator_for({"not": {"pattern": pattern}}, pattern_options=options)


_CLEAN = _without("|".join(f"(?:{_loosened(kind.pattern.pattern)})" for kind in KINDS))


def suspicious(text: bytes) -> bool:
    """Say whether a text may hold a secret of any kind; False is certain."""
    # Each byte becomes one character, so that no text is too odd for the engine.
    return not _CLEAN.is_valid(text.decode("latin-1"))


@cache
def _each() -> tuple[tuple[SecretKind, jsonschema_rs.Validator], ...]:
    return tuple((kind, _without(_loosened(kind.pattern.pattern))) for kind in KINDS)


def kinds_in(text: bytes) -> list[SecretKind]:
    """Return the kinds that a text may hold secrets of."""
    characters = text.decode("latin-1")
    return [kind for kind, without in _each() if not without.is_valid(characters)]


_PREFIXES = (
    "sk-|csk-|gsk_|xai-|hf_|AIza|AQ\\.|ya29\\.|GOCSPX-|nvapi-|pplx-|dapi|vck_|tgp_v1_|ABSK"
    "|bedrock-api-key-|AKIA|ASIA|github_pat_|gh[pousr]_|glpat-|xox[abprs]-|eyJ"
)
_UNCUT = _without(rf"(?:^|[^A-Za-z0-9_-])(?:{_PREFIXES})[A-Za-z0-9_.*+/=-]*(?:\\*\"|[\r\n])")


def cut_short(text: bytes) -> bool:
    """Say whether a string or line of a text may end inside of a key."""
    return not _UNCUT.is_valid(text.decode("latin-1"))
