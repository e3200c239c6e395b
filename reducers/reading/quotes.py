"""A listing's own lines inside a message: each becomes one word of its own kind, which the grammar treats as a value.

"The important thing for me: Machine wash cold; do not bleach" tells one line of the catalog, not two wishes and a
denial. A line is taken where a value would be told: at the start, after a mark, or after a word that introduces it,
and up to a mark or the end.

Invariant: places stay those of the message, and the work is linear in its length.
"""

from __future__ import annotations

from catalog.lexicon import Lexicon
from catalog.lexicon_kinds import kinds_in
from catalog.lexicon_text import Token
from statecore.values import Span

__all__ = ["NO_KEY", "QUOTE", "label_in", "with_quotes"]

QUOTE = "quote"
"""The kind of a token that stands for a listing's line; its word is the line's text."""

NO_KEY = "~"
"""What stands among the keys of words in the place of a line."""

_INTRODUCING = frozenset(
    """say says like likes love be is are was it this these that those need needs want wants have has having with prefer
    ideally preferably mean meant matters requires must and or plus for""".split()  # noqa: SIM905 - one word after another
)
_FOLLOWING = frozenset({"instead", "please", "thanks", "thank", "and", "or", "if", "pls"})
_TELLING = frozenset({":", ";"})
_ENDING = frozenset({".", "!", "?", ";", "\n"})
_LABEL, _MOST_WORDS = 2, 200
_FEW = 3
"""Lines of fewer words are said by chance too: they count only where a colon or a semicolon sets them apart."""


def with_quotes(found: list[Token], text: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of a text with each line of a listing as one token of kind `QUOTE`, in the letters of the listing."""
    places = [at for at, token in enumerate(found) if token.kind != "mark"]
    words = [found[at].word for at in places]
    kept: list[Token] = []
    copied = number = 0
    while number < len(words):
        end, line = _line_at(found, places, words, number, lexicon)
        if line is None:
            number += 1
            continue
        first, last = found[places[number]], found[places[end - 1]]
        kept += found[copied : places[number]]
        said = text[first.start : last.end]
        line = said if lexicon.is_value(said) else line
        kept.append(Token(line, first.start, last.end, QUOTE, tight=False))
        copied, number = places[end - 1] + 1, end
    return [*kept, *found[copied:]] if kept else found


def label_in(found: list[Token], lexicon: Lexicon) -> tuple[str, Span] | None:
    """The longest label of a shelf that a message holds word for word, and where it stands.

    Labels of two words are what anyone might call a thing, so only longer ones count.
    """
    tokens = [token for token in found if token.kind != "mark"]
    words = [token.word for token in tokens]
    best: tuple[int, str, Span] | None = None
    for start in range(min(len(words), _MOST_WORDS)):
        hit = lexicon.label_at(words, start)
        if hit is not None and hit[0] - start > max(_LABEL, 0 if best is None else best[0]):
            best = hit[0] - start, hit[1], (tokens[start].start, tokens[hit[0] - 1].end)
    return None if best is None else best[1:]


def _line_at(
    found: list[Token], places: list[int], words: list[str], number: int, lexicon: Lexicon
) -> tuple[int, str | None]:
    """Where the longest line that begins at word `number` ends, and its text; None when there is none."""
    at = places[number]
    before = found[at - 1] if at else None
    if before is not None and before.kind != "mark" and before.word not in _INTRODUCING:
        return number, None
    least = 1 if before is not None and before.word in _TELLING else _FEW
    for end, line in lexicon.quotes_at(words, number, least):
        if _stands_apart(found, places, number, end) and not (before is None and kinds_in(line)):
            return end, line
    return number, None


def _stands_apart(found: list[Token], places: list[int], first: int, end: int) -> bool:
    """Whether a mark or a word that ends a wish follows, and a short line is set apart on both sides."""
    after = found[places[end - 1] + 1] if places[end - 1] + 1 < len(found) else None
    ended = after is None or after.word in _ENDING
    if end - first < _FEW:
        return ended and found[places[first]].kind == "word"
    return ended or after is None or after.kind == "mark" or after.word in _FOLLOWING
