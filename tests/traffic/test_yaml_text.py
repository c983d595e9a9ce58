"""YAML of unknown origin."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.traffic import yaml_text
from toolwire.traffic.unreadable import RefusedError
from toolwire.traffic.yaml_text import BadScalar, parse

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | _TEXT
    | st.binary()
    | st.sampled_from(["yes", "on", "~", "null", "1e5", "1_0", "0x1f", "012", "1:30", "=", "<<"])
    | st.sampled_from(["2024-01-01", "2024-01-01 10:00:00", ".inf", "-.nan", ".5", "+1", "1."])
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)


@PATIENT
@given(_VALUES, st.booleans())
def test_what_pyyaml_writes_is_read_back(value: Any, flow: Any) -> None:
    """Values of JSON, and bytes, come back as they were, whatever the layout."""
    text = yaml.safe_dump(value, default_flow_style=flow)
    assert parse(text.encode()) == value


@PATIENT
@given(st.text() | st.binary())
def test_garbage_is_read_or_refused(text: str | bytes) -> None:
    """Any bytes give a value or one reason."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    try:
        reason = str(type(parse(data)))
    except RefusedError as error:
        reason = str(error)
    assert reason
    assert "\n" not in reason


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 2024-05-01\n", {"a": "2024-05-01"}),
        ("a: 2024-05-01 10:00:00 Z\n", {"a": "2024-05-01 10:00:00 Z"}),
        ("a: on\n", {"a": "on"}),
        ("on: x\n", {"on": "x"}),
        ("a: .nan\n", {"a": ".nan"}),
        ("a: 1.0e+999\n", {"a": "1.0e+999"}),
        ("a: 12345678901234567890123\n", {"a": 12345678901234567890123}),
        ("a: " + "9" * 5000, {"a": "9" * 5000}),
        ("a: !binary aGk=\n", {"a": b"hi"}),
        ("a: !!binary |\n  aG\n  k=\n", {"a": b"hi"}),
        ("a: !!int '3'\n", {"a": 3}),
        ("a: !!str 3\n", {"a": "3"}),
        ("a: !!python/unicode 'x'\n", {"a": "x"}),
        ("a: !ruby/hash:Foo {b: 1}\n", {"a": {"b": 1}}),
        ("<<: {b: 1}\n", {"<<": {"b": 1}}),
        ("a: &x {b: 1}\nc: *x\n", {"a": {"b": 1}, "c": {"b": 1}}),
        ("", None),
        ("---\n...\n", None),
    ],
)
def test_scalars_and_tags(text: str, value: Any) -> None:
    """Dates, words and foreign tags stay text; the tags of binary and numbers count."""
    assert parse(text.encode()) == value


def test_a_tag_makes_no_object() -> None:
    """A document that asks for a call gets its plain data."""
    text = b"a: !!python/object/apply:os.system ['exit 1']\nb: !!python/name:os.system x\n"
    assert parse(text) == {"a": ["exit 1"], "b": "x"}


def test_bad_base64_is_kept_apart() -> None:
    """One bad scalar does not spoil the document."""
    value = parse(b"a: !!binary '#'\nb: 1\n")
    assert isinstance(value, dict)
    assert isinstance(value["a"], BadScalar)
    assert value["b"] == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"a: [1\nb: 2\n", "not YAML.*line 2"),
        (b"a: \xff\n", "not YAML"),
        (b"a: \x00\n", "not YAML"),
        (b'a: "\\ud800"\n', "not YAML"),
        (b"a: 1\n---\nb: 2\n", "more than one document.*line 2"),
        (b"a: 1\n? [b]\n: 2\n", r"a key is not text \(line 2\)"),
        (b"1: 2\n", "a key is not text"),
        (b"~: 2\n", "a key is not text"),
        (b"a: *b\n", "an alias has no finished anchor"),
        (b"a: &b [*b]\n", "an alias has no finished anchor"),
        (b"[" * 300 + b"]" * 300, "nested more than 200"),
    ],
)
def test_what_is_refused(text: bytes, reason: str) -> None:
    """Each refusal says why and, where there is one, on which line."""
    with pytest.raises(RefusedError, match=reason):
        parse(text)


@pytest.mark.parametrize("opener", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_does_not_end_the_process(opener: str) -> None:
    """PyYAML's own loader dies of a hundred thousand levels; here they are one reason."""
    program = (
        "from toolwire.traffic.yaml_text import parse\n"
        f"try: parse({opener!r}.encode() * 100_000)\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.startswith("RefusedError nested more than 200 levels deep")


def test_aliases_that_expand_to_too_much_are_refused() -> None:
    """The billion laughs, wide and deep, cost nothing before they are refused."""
    laughs = "a0: &a0 [lol]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
    )
    wide = f"a: &a {'x' * 100_000}\nb: [{', '.join(['*a'] * 1000)}]\n"
    for text in (laughs, wide):
        with pytest.raises(RefusedError, match="aliases expand to too much"):
            parse(text.encode())


def test_ordinary_aliases_are_read() -> None:
    """Psych writes an alias for each repeated string: thousands of short ones are fine."""
    text = f"a: &1 gzip\nb: [{', '.join(['*1'] * 5000)}]\n"
    value = parse(text.encode())
    assert isinstance(value, dict)
    assert value["b"] == ["gzip"] * 5000


def test_the_bound_counts_what_aliases_add(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two uses of ten characters weigh twice their node and text."""
    monkeypatch.setattr(yaml_text, "MAX_EXPANSION", 2 * (64 + 10))
    assert parse(b"a: &a 0123456789x\nb: [*a]") is not None
    assert parse(b"a: &a xxxxxxxxxx\nb: [*a, *a]") is not None
    with pytest.raises(RefusedError, match="expand"):
        parse(b"a: &a xxxxxxxxxx\nb: [*a, *a, *a]")


@pytest.mark.parametrize("how", ["apply", "new"])
def test_a_key_of_a_class_of_its_own_is_its_text(how: str) -> None:
    """PyYAML writes header names of aiohttp's class so; a second one is an alias of the first."""
    tagged = f"!!python/object/{how}:multidict._multidict.istr"
    text = f"? &a {tagged}\n- Accept\n: - x\nb:\n  ? *a\n  : y\n"
    assert parse(text.encode()) == {"Accept": ["x"], "b": {"Accept": "y"}}
    for key in (f"{tagged} []", f"{tagged} [a, b]", f"{tagged} [1]", "!!python/tuple [a]"):
        with pytest.raises(RefusedError, match="a key is not text"):
            parse(f"? {key}\n: 1\n".encode())
