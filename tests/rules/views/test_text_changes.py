"""What servers do to texts: known changes, each of a text that shows it."""

from __future__ import annotations

import pytest

from toolwire.rules.views.text_changes import FORMS, LETTERS, changed, tries_letters

TEXT = 'Zoë\'s 東京 \U0001f680\n"a\\b"\t<i>*x_y*</i> & {1} [2] $3 4%205 https://example.org/a'


@pytest.mark.parametrize(
    ("how", "came"),
    [
        ("letters beyond the basic plane were dropped", TEXT.replace("\U0001f680", "")),
        ("letters beyond the basic plane became question marks", TEXT.replace("\U0001f680", "?")),
        ("line breaks were escaped once more", TEXT.replace("\n", "\\n")),
        ("backslashes were doubled", TEXT.replace("\\", "\\\\")),
        ("`&` became an entity", TEXT.replace("&", "&amp;")),
        ("letters lost their accents", TEXT.replace("ë", "e")),
        ("quotes were dropped", TEXT.replace('"', "")),
    ],
)
def test_a_change_is_told(how: str, came: str) -> None:
    """With the text as it then reads."""
    assert (how, came) in list(changed(TEXT))


def test_only_what_shows_is_told() -> None:
    """A plain text shows little."""
    assert {how for how, _ in changed("plain")} == {"all letters are capitals"}


def test_a_text_of_all_sorts_shows_every_change_of_letters() -> None:
    """So that one reply is enough to clear a server of all of them."""
    assert tries_letters(TEXT)
    assert {how for how, _ in changed(TEXT)} == LETTERS.keys()
    assert not tries_letters(TEXT.replace("\U0001f680", "x"))
    assert not tries_letters(TEXT.replace("&", "and"))


@pytest.mark.parametrize(
    ("how", "text", "came"),
    [
        ("it was unescaped once more", "C:\\new\\temp", "C:\new\temp"),
        ("fences of Markdown were taken away", "a\n```py\n x = 1\n```\nb", "a\n x = 1\nb"),
        ("headings lost their signs", "a\n## b", "a\nb"),
        ("several line breaks became one", "a\n\n\nb", "a\nb"),
        ("double braces became single ones", "{{a}}", "{a}"),
        ("blanks before marks were dropped", "is n't it , Bravo ! a .", "isn't it, Bravo! a."),
    ],
)
def test_other_forms(how: str, text: str, came: str) -> None:
    """Of arguments alone: in words of its own a model may write so."""
    assert FORMS[how](text) == came
    assert how not in LETTERS
