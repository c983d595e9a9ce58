"""Every word that pages use for a verdict, a level or a severity is explained, once."""

from __future__ import annotations

from toolwire.jobs.site.glossary import GLOSSARY
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Severity, Verdict
from toolwire.results.cells import Basis

TERMS = [term for terms in GLOSSARY.values() for term in terms]


def test_every_closed_set_of_words_is_explained() -> None:
    """A verdict, basis, level or severity that is added has to be explained here."""
    words = {str(word) for kind in (Verdict, Basis, EvidenceLevel, Severity) for word in kind}
    assert words <= set(TERMS)


def test_a_term_is_explained_once_and_can_be_an_address() -> None:
    """No id stands twice, and each is a plain word."""
    assert len(TERMS) == len(set(TERMS))
    assert [term for term in TERMS if not term.replace("-", "").isalpha()] == []


def test_an_explanation_is_a_sentence() -> None:
    """Each begins like one and ends like one."""
    texts = [text for terms in GLOSSARY.values() for text in terms.values()]
    assert [text for text in texts if not text.endswith(".") or not text[0].isupper()] == []
