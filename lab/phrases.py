"""The words of the perturbation panels: other sentences, fillers, synonyms, names of shelves. All of them our own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["FILLERS", "FRAMES", "SHELF_WORDS", "SYNONYMS", "UNWANTED"]

FRAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "opening_buying": (
            "Could you find me something from {label}? It has to be like this: {values}",
            "I want to buy from {label} today; one thing I insist on: {values}.",
            "Shopping for {label}. Must have: {values}.",
        ),
        "opening_browsing": (
            "I'd just like to look around in {label} for now.",
            "Show me what there is in {label}; I have nothing fixed in mind.",
            "Only browsing {label} at the moment.",
        ),
        "opening_intent_override": (
            "I want to buy from {label}, ideally {values}",
            "Shopping for {label}. I would like {values}",
        ),
        "values": (
            "What I care about there: {values}.",
            "Well, this is important to me: {values}",
            "I would say {values}.",
        ),
        "exhausted": (
            "I have nothing more to tell you about {attribute}.",
            "That is all that I can say about {attribute}.",
        ),
        "no_preference": (
            "Whatever you think is best for {attribute}, I don't mind.",
            "You choose; {attribute} makes no difference to me.",
        ),
        "not_quite": (
            "No, none of these is the one. Ask me about something in particular.",
            "That's not it. Put a specific question to me.",
        ),
        "change": (
            "Wait, forget what I asked for before. What I really need is this: {values}.",
            "Scrap my earlier wish; it should be {values} instead.",
        ),
    }
)
"""For each kind of move, sentences of the same content as the kit's."""

FILLERS: tuple[str, ...] = (
    "well",
    "let me think",
    "you know how it is",
    "right then",
    "thanks for asking",
    "sorry it took me a moment",
    "to be honest",
    "okay so",
)

SYNONYMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "wash": ("launder",),
        "machine": ("washer",),
        "comfortable": ("comfy", "cosy"),
        "soft": ("smooth",),
        "lightweight": ("light",),
        "durable": ("sturdy", "long-lasting"),
        "elastic": ("stretchy",),
        "stretch": ("give",),
        "water": ("rain",),
        "gift": ("present",),
        "small": ("little",),
        "large": ("big",),
        "perfect": ("ideal",),
        "women": ("ladies",),
        "womens": ("ladies",),
        "mens": ("gents",),
        "kids": ("children",),
        "shirt": ("top",),
        "pants": ("trousers",),
        "sneakers": ("trainers",),
        "shoes": ("footwear",),
        "closure": ("fastening",),
        "pockets": ("pouches",),
        "imported": ("from abroad",),
        "breathable": ("airy",),
        "warm": ("cosy",),
        "grey": ("gray",),
        "gray": ("grey",),
    }
)

SHELF_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "men's": ("men's", "gents'", "guys'"),
        "women's": ("women's", "ladies'"),
        "men": ("men", "guys"),
        "women": ("women", "ladies"),
        "boys's": ("boys'",),
        "girls's": ("girls'",),
        "unisex": ("unisex",),
        "tshirts": ("tees", "t-shirts"),
        "t-shirts": ("tees", "t-shirts"),
        "shirts": ("shirts",),
        "shoes": ("shoes", "footwear"),
        "sneakers": ("sneakers", "trainers"),
        "pants": ("pants", "trousers"),
        "trousers": ("trousers", "pants"),
        "watches": ("watches", "wristwatches"),
        "sunglasses": ("sunglasses", "shades"),
        "handbags": ("handbags", "purses"),
        "backpacks": ("backpacks", "rucksacks"),
        "jackets": ("jackets", "coats"),
        "sweaters": ("sweaters", "jumpers"),
        "dresses": ("dresses", "frocks"),
    }
)
"""What people call the words of shelf labels; each may stay as it is."""

UNWANTED: tuple[str, ...] = ("leather", "wool", "orange", "purple", "silk", "yellow", "zipper", "fringes")
"""What a shopper rules out when the target does not have it."""
