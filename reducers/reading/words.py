"""A message as words: contractions in one form, number words as digits, hesitations dropped, misspelt words mended.

Invariant: every word keeps its place in the message, and the work is linear in the message's length.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from catalog.lexicon import Lexicon
from catalog.lexicon_numbers import fold_numbers
from catalog.lexicon_text import Token, singular, tokens
from catalog.lexicon_words.common import COMMON, INFORMAL
from reducers.reading.foreign import translate
from reducers.reading.layers import ALL_LAYERS, Layers
from reducers.reading.meanings import vocabulary
from reducers.reading.quotes import NO_KEY, QUOTE, label_in, with_quotes
from statecore.values import Span

__all__ = ["Words", "everyday_words", "words_of"]

_HESITATIONS = frozenset({"um", "umm", "uh", "uhh", "uhm", "er", "erm", "hm", "hmm", "mm", "mmm", "ehm", "eh"})
_NEGATED = {
    "do": "dont",
    "does": "doesnt",
    "did": "didnt",
    "is": "isnt",
    "are": "arent",
    "was": "wasnt",
    "were": "werent",
    "can": "cant",
    "could": "couldnt",
    "would": "wouldnt",
    "should": "shouldnt",
    "will": "wont",
    "have": "havent",
    "has": "hasnt",
    "had": "hadnt",
    "need": "neednt",
    "must": "mustnt",
}
_JOINED = {
    ("i", "am"): "im",
    ("i", "would"): "id",
    ("i", "will"): "ill",
    ("i", "have"): "ive",
    ("we", "would"): "wed",
    ("it", "is"): "its",
    ("that", "is"): "thats",
    ("they", "are"): "theyre",
    ("you", "are"): "youre",
    ("there", "is"): "theres",
    ("let", "us"): "lets",
    ("got", "to"): "gotta",
    ("going", "to"): "gonna",
}
_SHORT_FORMS = {
    "cannot": "cant",
    "arnt": "arent",
    "dosnt": "doesnt",
    "dosent": "doesnt",
    "dnt": "dont",
    "doesn": "doesnt",
    "havnt": "havent",
    "thats": "thats",
    "wanna": "want",
    "gotta": "gotta",
    "n": "and",
    "w": "with",
    "wo": "without",
    "pls": "please",
    "plz": "please",
    "judgement": "judgment",
    "alright": "alright",
    "ya": "you",
    "u": "you",
    "r": "are",
}
_MENDABLE = 4
_TAKEN_BACK = frozenset(
    {"no", "sorry", "wait", "i", "mean", "meant", "make", "that", "actually", "hang", "on", "hold", "rather"}
)


class Words(NamedTuple):
    """Parallel lists: tokens, and the key of each for looking phrases up; `hesitant` when hesitations were dropped.

    `mended`: places of misspelt words; `label`: a shelf's label that stands in the message, and where.
    """

    tokens: list[Token]
    keys: list[str]
    hesitant: bool
    mended: tuple[int, ...]
    label: tuple[str, Span] | None = None

    def span(self, start: int, end: int) -> Span:
        """The span of the words from `start` up to `end`."""
        return self.tokens[start].start, self.tokens[end - 1].end

    def text(self, start: int, end: int) -> str:
        """The words from `start` up to `end` in normal form, hyphenated as they were."""
        parts: list[str] = []
        for token in self.tokens[start:end]:
            if parts:
                parts.append("-" if token.tight and token.kind == "word" else " ")
            parts.append(token.word)
        return "".join(parts).replace(" %", "%")


@cache
def everyday_words() -> frozenset[str]:
    """The words that English talk is made of."""
    return frozenset(COMMON.split()) | frozenset(INFORMAL.split()) | frozenset(_SHORT_FORMS)


@cache
def _plain_words() -> frozenset[str]:
    return vocabulary() | everyday_words()


def words_of(text: str, lexicon: Lexicon, layers: Layers = ALL_LAYERS) -> Words:
    """The words of a message."""
    found = tokens(text)
    label = label_in(found, lexicon) if layers.spans else None
    found = with_quotes(found, text, lexicon) if layers.spans else found
    kept = [
        token
        for place, token in enumerate(found)
        if token.word not in _HESITATIONS or (token.word == "mm" and place and found[place - 1].kind == "number")
    ]
    hesitant = len(kept) < len(found)
    kept = _recounted(fold_numbers(_contracted(translate(kept))))
    kept, mended = _mended(kept, lexicon) if layers.spelling else (kept, ())
    keys = [NO_KEY if token.kind == QUOTE else singular(token.word) for token in kept]
    return Words(kept, keys, hesitant, mended, label)


def _contracted(found: list[Token]) -> list[Token]:
    """Contractions in one form: "do not", "don't" and "dont" become "dont"."""
    folded: list[Token] = []
    for token in found:
        word = _SHORT_FORMS.get(token.word, token.word)
        last = folded[-1] if folded else None
        joined = None if last is None else _join(last.word, word)
        if last is not None and joined is not None and not token.tight:
            folded[-1] = Token(joined, last.start, token.end, "word", last.tight)
        else:
            folded.append(token if word is token.word else token._replace(word=word))
    return folded


def _recounted(found: list[Token]) -> list[Token]:
    """Without numbers that the speaker corrected at once: "nine, no, ten millimetres"."""
    kept: list[Token] = []
    for token in found:
        if token.kind == "number":
            old = _corrected_number(kept)
            if old is not None:
                del kept[old:]
        kept.append(token)
    return kept


def _corrected_number(kept: list[Token]) -> int | None:
    """Where the number stands that the words at the end take back."""
    at = len(kept) - 1
    while at >= 0 and (kept[at].word in _TAKEN_BACK or kept[at].word in {",", "-"}):
        at -= 1
    if at == len(kept) - 1 or not {"no", "sorry", "wait"} & {token.word for token in kept[at + 1 :]}:
        return None
    if at >= 0 and kept[at].kind == "unit":
        at -= 1
    return at if at >= 0 and kept[at].kind == "number" else None


def _join(one: str, other: str) -> str | None:
    return _NEGATED.get(one) if other == "not" else _JOINED.get((one, other))


def _mended(found: list[Token], lexicon: Lexicon) -> tuple[list[Token], tuple[int, ...]]:
    """The tokens with misspelt words put right, and the places of those."""
    plain = _plain_words()
    places = []
    for place, token in enumerate(found):
        word = token.word
        if token.kind != "word" or len(word) < _MENDABLE or word in plain or singular(word) in plain:
            continue
        right = lexicon.mend(word)
        if right is not None and right != word:
            found[place] = token._replace(word=right)
            places.append(place)
    return found, tuple(places)
