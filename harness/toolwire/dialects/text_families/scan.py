"""Reading a text from left to right: markup to calls, the rest to ordinary text.

Every step moves forward and looking for the end of a JSON value is paid from a budget that
grows with the text, so that no text costs more than linear time. What is longer than `LONGEST`
is not read, and reading ends at the marker after `MOST_MARKS`: both are said (`unread`), and what
was not read stays in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from toolwire.dialects.text_families.family import Decoded, MarkupProblem, ProblemKind, TextCall
from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json, JsonObject

#: Characters of a text that is read: some 250,000 tokens, which is more than any reply has.
LONGEST: Final = 1_000_000
#: Calls and faults, and brackets that might begin a call, in a text.
MOST_MARKS: Final = 20_000

_TOO_LONG: Final = f"not read: more than {LONGEST} characters"
_TOO_MANY: Final = f"not read from here: more than {MOST_MARKS} marks"
_STEP: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]"]', re.DOTALL)
_NAME: Final = re.compile(r'"(?:tool_)?name"\s*:\s*"((?:[^"\\]|\\.){1,256})"', re.DOTALL)
_NEAR: Final = 400
_LEAST_BUDGET: Final = 65_536
#: A part of an opening marker at the end of a text tells from this length on.
_LEAST_PART: Final = 4


def name_in(body: str) -> str | None:
    """Return the name a broken JSON body gives its call; None when it did not come so far."""
    found = _NAME.search(body, 0, _NEAR)
    return found.group(1) if found else None


class _FullError(Exception):
    """There are more marks in a text than are read; `at` is where the first of them is."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


def bounded(read: Callable[[Scan], Decoded]) -> Callable[[str], Decoded]:
    """Make a decoder of a reader: it reads texts, and of each as much as the bounds allow."""

    def decode(text: str) -> Decoded:
        if len(text) > LONGEST:
            return Decoded((), text, (MarkupProblem(ProblemKind.UNREAD, 0, _TOO_LONG),))
        scan = Scan(text)
        try:
            return read(scan)
        except _FullError as error:
            return scan.given_up(error.at)

    decode.__doc__ = read.__doc__
    return decode


class Scan:
    """One text being read.

    Attributes:
        text: the whole text.
        at: how far it was read.
        stopped: the text ended inside markup.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.stopped = False
        self._calls: list[TextCall] = []
        self._kept: list[tuple[int, int]] = []
        self._problems: list[MarkupProblem] = []
        self._budget = 3 * len(text) + _LEAST_BUDGET
        self._left = MOST_MARKS

    def mark(self, at: int) -> None:
        """Count one mark of the text; the reading ends at the first that is too many."""
        if self._left <= 0:
            raise _FullError(at)
        self._left -= 1

    def skip(self, *words: str) -> None:
        """Move over white space and over each of the words that comes next, in their order."""
        self._blank()
        for word in words:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                self._blank()

    def _blank(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def sees(self, word: str) -> bool:
        """Return whether a word comes next."""
        return self.text.startswith(word, self.at)

    def keep(self, end: int) -> None:
        """Keep the text up to an offset as ordinary text and go there."""
        if end > self.at:
            self._kept.append((self.at, end))
        self.at = end

    def call(self, start: int, name: str, arguments: Json, **more: str | None) -> None:
        """Take what stands from `start` up to here as one call."""
        self.mark(start)
        form = more.get("form") or ""
        self._calls.append(TextCall(name, arguments, more.get("id"), form, start, self.at))

    def problem(self, kind: ProblemKind, at: int, reason: str, name: str | None = None) -> None:
        """Note what is wrong at an offset."""
        if kind is not ProblemKind.UNREAD:
            self.mark(at)
        self._problems.append(MarkupProblem(kind, at, reason, name))

    def cut(self, at: int, reason: str, name: str | None = None) -> None:
        """End here: from `at` on the text is neither call nor content."""
        self.problem(ProblemKind.TRUNCATED, at, reason, name)
        self.at = len(self.text)
        self.stopped = True

    def broken(self, at: int, end: int, reason: str, name: str | None = None) -> None:
        """Note markup that cannot be read and leave it in the text."""
        self.problem(ProblemKind.MALFORMED, at, reason, name)
        self._kept.append((at, end))
        self.at = end

    def close(self, start: int, ends: Sequence[str], next_call: str, *, inside: bool) -> None:
        """Leave a run of calls: over the end of its section, if it stands in one.

        Args:
            start: where the section began.
            ends: what ends a section; written twice by some models.
            next_call: what would open another call.
            inside: the calls stand in a section.
        """
        if any(map(self.sees, ends)):
            self.skip(*ends, *ends)
        elif not inside or self.stopped:
            return
        elif self.ends_in(*ends, next_call):
            self.cut(start, "The section of calls has no end.")
        else:
            self.problem(ProblemKind.MALFORMED, start, "The section of calls has no end.")

    def sections(
        self,
        opening: re.Pattern[str],
        sections: Sequence[str],
        ends: Sequence[str],
        call: str,
        read: Callable[[Scan], None],
    ) -> Decoded:
        """Read every run of calls, each run in a section of its own or in none.

        Args:
            opening: what begins a run.
            sections: what opens a section.
            ends: what ends one.
            call: what opens a call.
            read: reads the call that begins here.
        """
        while found := opening.search(self.text, self.at):
            start = found.start()
            self.keep(start)
            inside = not self.sees(call)
            self.skip(*sections)
            while self.sees(call):
                read(self)
                self.skip()
            self.close(start, ends, call, inside=inside)
        self.partly(*sections, call)
        return self.done()

    def ends_in(self, *words: str) -> bool:
        """Return whether the rest of the text is the beginning of one of the words, or empty."""
        rest = self.text[self.at : self.at + max(map(len, words))]
        return any(word != rest and word.startswith(rest) for word in words)

    def lost(self, start: int, closer: str, reason: str, name: str | None = None) -> None:
        """Give up markup that begins at `start`: it is broken up to its closer, or cut off."""
        close = self.text.find(closer, self.at)
        if close < 0:
            self.cut(start, "The text ends inside a call.", name)
        else:
            self.broken(start, close + len(closer), reason, name)

    @property
    def spent(self) -> bool:
        """Return whether no more ends of JSON values are looked for."""
        return self._budget <= 0

    def json_end(self, start: int, longest: int | None = None) -> int | None:
        """Return where the object or array that begins at `start` ends; None when it does not.

        Brackets are counted outside of strings; whether it is JSON is for `parse` to say.

        Args:
            start: offset of a bracket.
            longest: how many characters it may have; None for any number.
        """
        if self.spent:
            return None
        depth = 0
        reach = self._budget if longest is None else min(self._budget, longest)
        limit = min(len(self.text), start + reach)
        for step in _STEP.finditer(self.text, start, limit):
            mark = step.group()
            if mark in "{[":
                depth += 1
            elif mark in "}]":
                depth -= 1
                if depth <= 0:
                    self._budget -= step.end() - start
                    return step.end()
            elif mark == '"':
                break
        self._budget -= limit - start if longest is not None else len(self.text) - start
        return None

    def json(self, start: int, end: int) -> tuple[Json, str | None]:
        """Parse a part of the text: (value, why it is not JSON)."""
        try:
            return parse(self.text[start:end]), None
        except (JsonError, UnicodeError) as error:
            return None, str(error)

    def object_at(self, start: int) -> tuple[JsonObject | None, int | None, str]:
        """Read the object at `start`: (value, its end, what is wrong with it).

        The end is None when the object does not end; the value is None when it is no object.
        """
        if not self.text.startswith("{", start):
            return None, start, "The arguments are not a JSON object."
        end = self.json_end(start)
        if end is None:
            return None, None, "The arguments do not end."
        value, problem = self.json(start, end)
        if isinstance(value, dict):
            return value, end, ""
        return None, end, f"The arguments are not JSON: {problem}."

    def partly(self, *openers: str) -> None:
        """Drop a piece of an opening marker at the very end of the text, and say so.

        Right after a call one character tells, in other text it takes four.
        """
        size = max(self._part(opener) for opener in openers)
        after_call = bool(self._calls) and not self.text[self.at : len(self.text) - size].strip()
        if size >= (1 if after_call else _LEAST_PART):
            self.keep(len(self.text) - size)
            self.cut(self.at, "The text ends inside an opening marker.")

    def _part(self, opener: str) -> int:
        """Return how much of an opening marker the text ends in."""
        longest = min(len(opener) - 1, len(self.text) - self.at)
        ends = self.text.endswith
        return next((size for size in range(longest, 0, -1) if ends(opener[:size])), 0)

    def done(self) -> Decoded:
        """Keep what is left and return what was read.

        One line break between text and markup belongs to the markup, and white space alone is
        no text.
        """
        self.keep(len(self.text))
        spans = _joined(self._kept)
        pieces = (self._piece(start, end) for start, end in spans)
        text = "\n".join(piece for piece in pieces if piece.strip())
        if spans == [(0, len(self.text))]:
            text = self.text
        return Decoded(tuple(self._calls), text, tuple(self._problems))

    def given_up(self, at: int) -> Decoded:
        """Return what was read up to an offset; behind it everything stays in the text."""
        kept = self._kept[-1][1] if self._kept else 0
        self.at = max(kept, self._calls[-1].end if self._calls else 0)
        self.problem(ProblemKind.UNREAD, at, _TOO_MANY)
        return self.done()

    def _piece(self, start: int, end: int) -> str:
        piece = self.text[start:end]
        if start:
            piece = piece.removeprefix("\n")
        return piece.removesuffix("\n") if end < len(self.text) else piece


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join spans that touch."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
