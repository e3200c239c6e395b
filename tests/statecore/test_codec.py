"""The codec's laws and the traps of event-store codecs: one value, one encoding, and nothing else decodes."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from statecore.codec import INT64_MAX, INT64_MIN, Plain, pack, unpack
from statecore.digests import chain, digest_of
from statecore.errors import CodecError, NotCanonicalError
from statecore.text import MAX_MESSAGE_CHARS, clean_text

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN: st.SearchStrategy[Plain] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(INT64_MIN, INT64_MAX)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
    | st.binary(),
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def same_form(value: Plain) -> Plain:
    """A value with its lists as tuples and its maps in key order, as it comes back from bytes."""
    if isinstance(value, (tuple, list)):
        return tuple(same_form(item) for item in value)
    if isinstance(value, dict):
        return {key: same_form(value[key]) for key in sorted(value)}
    return value


@given(PLAIN)
def test_what_is_packed_comes_back(value: Plain) -> None:
    assert repr(unpack(pack(value))) == repr(same_form(value))


@given(PLAIN)
def test_packing_what_was_unpacked_gives_the_same_bytes(value: Plain) -> None:
    data = pack(value)
    assert pack(unpack(data)) == data


@given(st.dictionaries(TEXT, st.integers(-5, 5), min_size=2, max_size=6))
def test_the_order_of_keys_does_not_change_the_bytes(value: dict[str, Plain]) -> None:
    assert pack(dict(reversed(value.items()))) == pack(value)
    assert digest_of(dict(reversed(value.items()))) == digest_of(value)


@given(PLAIN, st.binary(min_size=1, max_size=4))
def test_trailing_bytes_are_refused(value: Plain, extra: bytes) -> None:
    with pytest.raises(CodecError):
        unpack(pack(value) + extra)


@given(PLAIN)
def test_cut_bytes_are_refused(value: Plain) -> None:
    data = pack(value)
    for end in range(len(data)):
        with pytest.raises(CodecError):
            unpack(data[:end])


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), 2**63, -(2**63) - 1, 2**70, "\ud83d", {"a": "\udc00"}, {1: "a"}, {b"a": 1}, {None: 1}],
)
def test_values_without_a_canonical_form_are_refused_when_written(value: Plain) -> None:
    with pytest.raises(CodecError):
        pack(value)


def test_sets_dates_and_objects_are_refused_when_written() -> None:
    for value in ({1, 2}, object(), 1j, range(3)):
        with pytest.raises(CodecError):
            pack(value)  # type: ignore[arg-type]  # what the types forbid must fail at run time too


def test_a_duplicate_key_is_refused() -> None:
    with pytest.raises(NotCanonicalError):
        unpack(b"\x82\xa1a\x01\xa1a\x02")


def test_keys_out_of_order_are_refused() -> None:
    with pytest.raises(NotCanonicalError):
        unpack(b"\x82\xa1b\x01\xa1a\x02")


@pytest.mark.parametrize(
    "data", [b"\xcc\x01", b"\xcd\x00\x01", b"\xd3" + bytes(7) + b"\x01", b"\xd9\x01a", b"\xdc\x00\x00"]
)
def test_a_longer_form_than_needed_is_refused(data: bytes) -> None:
    msgpack.unpackb(data)
    with pytest.raises(NotCanonicalError):
        unpack(data)


def test_single_precision_floats_and_extension_types_are_refused() -> None:
    for data in (msgpack.packb(1.5, use_single_float=True), msgpack.packb(msgpack.ExtType(5, b"x"))):
        with pytest.raises(CodecError):
            unpack(data)


def test_whole_floats_and_integers_stay_apart() -> None:
    assert pack(1) != pack(1.0)
    assert pack(True) != pack(1)  # noqa: FBT003 - the wire form of a bare bool is the point


def test_deep_nesting_is_refused_and_not_a_crash() -> None:
    value: Plain = 0
    for _ in range(5_000):
        value = [value]
    with pytest.raises(CodecError):
        pack(value)
    with pytest.raises(CodecError):
        unpack(b"\x91" * 5_000 + b"\x00")


@given(st.integers(0, 439))
def test_a_flipped_bit_is_noticed_or_changes_the_digest(bit: int) -> None:
    data = bytearray(pack({"kind": "shopper_said", "n": 7, "words": ("red", "blue", 1.5), "x": "y" * 12}))
    before = digest_of(unpack(bytes(data)))
    bit %= len(data) * 8
    data[bit // 8] ^= 1 << bit % 8
    try:
        after = digest_of(unpack(bytes(data)))
    except CodecError:
        return
    assert after != before


def test_a_chain_depends_on_every_payload_and_on_their_order() -> None:
    start = bytes(32)
    assert chain(chain(start, b"a"), b"b") != chain(chain(start, b"b"), b"a")


@given(st.text())
def test_any_text_can_be_stored_once_it_is_cleaned(text: str) -> None:
    clean = clean_text(text)
    assert unpack(pack(clean.text)) == clean.text
    assert clean_text(clean.text).text == clean.text


def test_composed_and_decomposed_letters_are_one_text() -> None:
    assert clean_text("cafe\u0301").text == clean_text("caf\u00e9").text


def test_a_broken_character_is_replaced_and_told() -> None:
    assert clean_text("blue \ud83d shoes") == ("blue \ufffd shoes", True)
    assert clean_text("blue 😀 shoes") == ("blue 😀 shoes", False)


def test_a_message_beyond_the_limit_is_refused() -> None:
    with pytest.raises(Exception, match="200000 characters at most"):
        clean_text("a" * (MAX_MESSAGE_CHARS + 1))


@given(PLAIN, st.integers(min_value=0), st.integers(0, 255))
def test_bytes_are_accepted_exactly_when_packing_what_they_decode_to_gives_them_back(
    value: Plain, place: int, byte: int
) -> None:
    data = bytearray(pack(value))
    data[place % len(data)] = byte
    changed = bytes(data)
    try:
        decoded = msgpack.unpackb(changed, raw=False, strict_map_key=True, use_list=False)
        canonical = pack(decoded) == changed
    except (ValueError, TypeError, CodecError, msgpack.UnpackException):
        canonical = False
    if canonical:
        assert pack(unpack(changed)) == changed
    else:
        with pytest.raises(CodecError):
            unpack(changed)


def test_maps_with_keys_of_two_types_are_refused() -> None:
    with pytest.raises(CodecError):
        unpack(msgpack.packb({b"a": 1, "b": 2}))
