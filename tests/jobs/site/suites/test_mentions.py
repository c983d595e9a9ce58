"""Rules that a text names."""

from __future__ import annotations

from toolwire.jobs.site.suites.mentions import TextPiece, with_rules


def test_ids_of_the_table_become_links() -> None:
    """Other ids and parts of words do not, and no character is lost."""
    text = "error: TC304, XTC304 and TC999"
    pieces = with_rules(text)
    assert TextPiece("TC304", "rules/TC304.html") in pieces
    assert [piece.page for piece in pieces if piece.page] == ["rules/TC304.html"]
    assert "".join(piece.text for piece in pieces) == text
    assert with_rules("") == ()
