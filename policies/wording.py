"""The agent's sentences, shared by every bundle: plain, short, and never claiming what was not said."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from statecore.values import AskAttribute

__all__ = ["join_words", "percent", "question_text", "reply_text"]

_QUESTIONS: Mapping[AskAttribute, str] = MappingProxyType(
    {
        "category": "What kind of product are you after?",
        "material": "Which material would you like?",
        "color": "Which colour do you have in mind?",
        "size": "Which size or width do you need?",
        "style": "Is there a style or fit that you prefer?",
        "brand": "Do you have a brand in mind?",
        "budget": "What would you like to spend?",
        "feature": "Is there a detail that it should have?",
        "use_case": "What will you use it for?",
        "other": "What else matters to you?",
    }
)


def join_words(items: tuple[str, ...], last: str = "or") -> str:
    """A list as people write it.

    >>> join_words(("cotton", "wool", "silk"))
    'cotton, wool or silk'
    """
    if len(items) <= 1:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def percent(share: float) -> str:
    """A probability for people.

    >>> percent(0.4949), percent(0.0004), percent(0.9999)
    ('49%', 'under 1%', 'over 99%')
    """
    if share < 0.01:  # noqa: PLR2004 - one percent
        return "under 1%"
    if share > 0.99:  # noqa: PLR2004 - ninety-nine percent
        return "over 99%"
    return f"{share:.0%}"


def question_text(ask: AskAttribute | None, options: tuple[str, ...]) -> str:
    """The question, with the values offered."""
    if ask is None:
        return ""
    if options:
        return f"{_QUESTIONS[ask]} For example {join_words(options)}."
    return _QUESTIONS[ask]


def reply_text(titles: tuple[str, ...], question: str) -> str:
    """What is said with a slate."""
    if not titles:
        return question or "I have nothing left that fits. Tell me what I should change."
    shown = f"How about {titles[0]}?" if len(titles) == 1 else f"Here are {len(titles)} that fit, best first."
    return f"{shown} {question}".rstrip()
