"""Erasing words and keys: the bytes are gone from every file, and everything still verifies.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from statecore.events import Event
from store.contract import SaltedText, salt_text
from store.directory import DirectoryStore
from store.erasing import INTENT_NAME
from store.verify import verify_directory

Turns = Callable[..., tuple[Event, ...]]


def say(store: DirectoryStore, turn_of: Turns, turns: int) -> list[SaltedText]:
    """One session with words on every turn."""
    said = []
    for turn in range(1, turns + 1):
        words = salt_text(f"my own words number {turn}, and no more")
        store.append("s", turn_of(turn, words), expected_seq=store.head("s").seq, texts=(words,))
        said.append(words)
    return said


def holds(path: Path, words: SaltedText) -> bool:
    """Whether any file of the store has the words or their salt in it."""
    return any(words.text.encode() in data or words.salt in data for data in map(Path.read_bytes, path.iterdir()))


@pytest.mark.parametrize("compact", [False, True], ids=["as written", "compressed"])
def test_erased_words_are_in_no_file_and_everything_verifies(tmp_path: Path, turn_of: Turns, *, compact: bool) -> None:
    """Row 50: the chain covers a digest of the words, so that erasing them breaks nothing."""
    path = tmp_path / "store"
    with DirectoryStore(path, segment_bytes=6_000, compress=False) as store:
        said = say(store, turn_of, 20)
        anchor, before = store.anchor(), list(store.read("s"))
        assert not compact or store.compact() > 0
        gone, kept = said[::2], said[1::2]
        assert store.erase_texts([words.digest for words in gone]) == 10
        assert store.erase_texts([words.digest for words in gone]) == 0
    for words in gone:
        assert not holds(path, words)
    with DirectoryStore(path) as store:
        assert [store.text(words.digest) for words in gone] == [None] * 10
        assert [store.text(words.digest) for words in kept] == [words.text for words in kept]
        assert list(store.read("s")) == before
        store.append("s", turn_of(30), expected_seq=store.head("s").seq)
    report = verify_directory(path, anchor)
    assert report.ok, report.findings
    assert (report.texts, report.erased_texts) == (10, 10)


def test_compressing_after_erasing_leaves_no_words_either(tmp_path: Path, turn_of: Turns) -> None:
    path = tmp_path / "store"
    with DirectoryStore(path, segment_bytes=6_000, compress=False) as store:
        said = say(store, turn_of, 20)
        store.erase_texts([words.digest for words in said])
        assert store.compact() > 0
        assert [store.text(words.digest) for words in said] == [None] * 20
    assert not any(holds(path, words) for words in said)
    assert verify_directory(path).ok


def test_an_erasure_cut_short_is_finished_on_the_next_opening(
    tmp_path: Path, turn_of: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store"
    with DirectoryStore(path) as store:
        said = say(store, turn_of, 5)
        real, written = Path.unlink, [0]

        def die(*_: object, **__: object) -> None:
            written[0] += 1
            raise InterruptedError

        with monkeypatch.context() as patched:
            patched.setattr("store.erasing._overwrite", die)
            with pytest.raises(InterruptedError):
                store.erase_texts([words.digest for words in said])
        assert (path / INTENT_NAME).exists()
        assert real is Path.unlink
    assert verify_directory(path).findings[0].path.endswith(INTENT_NAME)
    with DirectoryStore(path) as store:
        assert [store.text(words.digest) for words in said] == [None] * 5
    assert not any(holds(path, words) for words in said)
    report = verify_directory(path)
    assert report.ok, report.findings
    assert report.erased_texts == 5


def test_a_pseudonym_stays_until_its_key_is_destroyed(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with DirectoryStore(path) as store:
        assert store.known_pseudonym("ann") is None
        ann, bob = store.pseudonym("ann"), store.pseudonym("bob")
        assert ann != bob
        assert store.pseudonym("ann") == store.known_pseudonym("ann") == ann
    with DirectoryStore(path) as store:
        assert store.pseudonym("ann") == ann
        assert store.forget_key("ann")
        assert not store.forget_key("ann")
        assert store.known_pseudonym("ann") is None
        assert store.pseudonym("bob") == bob
        again = store.pseudonym("ann")
        assert again not in {ann, bob}
    with DirectoryStore(path, readonly=True) as store:
        assert store.known_pseudonym("ann") == again
    assert b"ann" not in b"".join(map(Path.read_bytes, path.iterdir()))
    assert verify_directory(path).ok


def test_a_key_whose_writing_was_cut_short_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with DirectoryStore(path) as store:
        ann = store.pseudonym("ann")
        store.pseudonym("bob")
    keys = path / "0.keys"
    whole = keys.read_bytes()
    for cut in range(1, 80):
        keys.write_bytes(whole[:-cut])
        with DirectoryStore(path) as store:
            assert store.pseudonym("ann") == ann
            assert store.pseudonym("bob") == store.pseudonym("bob")
        assert verify_directory(path).ok
