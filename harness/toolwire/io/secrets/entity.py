"""Character references of HTML and zero-width characters: what each stands for in a text.

Source: HTML Living Standard 13.5, named character references (those of one ASCII character or of
one without width), and Unicode 16, Default_Ignorable_Code_Point; read 2026-11-22.
"""

from __future__ import annotations

_ASCII = {
    b"\t": "Tab",
    b" ": "NewLine nbsp NonBreakingSpace",
    b"!": "excl",
    b'"': "quot QUOT",
    b"#": "num",
    b"$": "dollar",
    b"%": "percnt",
    b"&": "amp AMP",
    b"'": "apos",
    b"(": "lpar",
    b")": "rpar",
    b"*": "ast midast",
    b"+": "plus",
    b",": "comma",
    b"-": "hyphen dash",
    b".": "period",
    b"/": "sol",
    b":": "colon",
    b";": "semi",
    b"<": "lt LT",
    b"=": "equals",
    b">": "gt GT",
    b"?": "quest",
    b"@": "commat",
    b"[": "lsqb lbrack",
    b"\\": "bsol",
    b"]": "rsqb rbrack",
    b"^": "Hat",
    b"_": "lowbar UnderBar",
    b"`": "grave DiacriticalGrave",
    b"{": "lcub lbrace",
    b"|": "verbar vert VerticalLine",
    b"}": "rcub rbrace",
    b"": (
        "shy zwnj zwj lrm rlm ZeroWidthSpace NegativeVeryThinSpace NegativeThinSpace"
        " NegativeMediumSpace NegativeThickSpace NoBreak ApplyFunction af InvisibleTimes it"
        " InvisibleComma ic"
    ),
}

#: Name of a character reference -> the byte it stands for; none for one without width.
NAMED = {name.encode(): sign for sign, names in _ASCII.items() for name in names.split()}

_RANGES = (
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xE0000, 0xE007F),
    # The two halves of the last range, as JSON escapes them.
    (0xDB40, 0xDB40),
    (0xDC00, 0xDC7F),
)

#: Pattern of a character without width in UTF-8.
WIDTHLESS = (
    rb"\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1\xa0[\x8b-\x8f]|\xe2\x80[\x8b-\x8f\xaa-\xae]"
    rb"|\xe2\x81[\xa0-\xaf]|\xef\xb8[\x80-\x8f]|\xef\xbb\xbf|\xf3\xa0[\x80\x81][\x80-\xbf]"
)


def is_widthless(code: int) -> bool:
    """Say whether a character takes up no room, so that it hides between two letters."""
    return code > 127 and any(first <= code <= last for first, last in _RANGES)
