"""DirectoryStore held against a model: any sequence of appends, retries, reopenings, crashes and cuts."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from typing_extensions import override

from statecore.errors import ConflictError, MessageIdError
from statecore.events import Event, ShopperSaid, VisitEnded
from store.contract import SaltedText
from store.directory import DirectoryStore
from store.memory import MemoryStore
from store.verify import verify_directory

NAMES = st.sampled_from(["a", "b", "c"])
SEGMENT_BYTES = 900


class StoreMachine(RuleBasedStateMachine):
    """The store, a second handle on it, and a model that forgets what a cut took away."""

    def __init__(self) -> None:
        """Begin with an empty store."""
        super().__init__()
        self.root = Path(tempfile.mkdtemp(prefix="statecore-model-"))
        self.open()
        self.turns: list[tuple[str, tuple[Event, ...], str | None, tuple[SaltedText, ...]]] = []
        self.remodel()
        self.count = 0

    def open(self) -> None:
        """Open the store and a second handle."""
        self.store = DirectoryStore(self.root / "store", fsync="never", segment_bytes=SEGMENT_BYTES)
        self.other = DirectoryStore(self.root / "store", fsync="never", segment_bytes=SEGMENT_BYTES)

    def shut(self) -> None:
        """Close both handles."""
        self.store.close()
        self.other.close()

    def remodel(self) -> None:
        """Make the model hold `turns`."""
        self.model = MemoryStore()
        for name, events, message_id, texts in self.turns:
            seq = self.model.head(name).seq
            self.model.append(name, events, expected_seq=seq, message_id=message_id, texts=texts)

    @rule(name=NAMES, size=st.integers(1, 3), named=st.booleans(), second=st.booleans())
    def append(self, name: str, size: int, *, named: bool, second: bool) -> None:
        """Append a turn through either handle, and to the model."""
        self.count += 1
        text = SaltedText(self.count.to_bytes(32, "big"), f"words {self.count}")
        said = ShopperSaid(at_us=self.count, turn=1, text_digest=text.digest)
        events: tuple[Event, ...] = (said, *(VisitEnded(at_us=self.count) for _ in range(size)))
        message_id = f"m{self.count}" if named else None
        store = self.other if second else self.store
        seq = self.model.head(name).seq
        expected = self.model.append(name, events, expected_seq=seq, message_id=message_id, texts=(text,))
        assert store.append(name, events, expected_seq=seq, message_id=message_id, texts=(text,)) == expected
        self.turns.append((name, events, message_id, (text,)))

    @precondition(lambda self: self.turns)
    @rule(data=st.data())
    def retry(self, data: st.DataObject) -> None:
        """Send a turn again, and other events under its message id."""
        name, events, message_id, texts = data.draw(st.sampled_from(self.turns))
        if message_id is not None:
            again = self.store.append(name, events, expected_seq=0, message_id=message_id, texts=texts)
            assert again == self.model.append(name, events, expected_seq=0, message_id=message_id, texts=texts)
            assert again.replayed
            with pytest.raises(MessageIdError):
                self.store.append(name, events[:-1], expected_seq=0, message_id=message_id)

    @rule(name=NAMES, off=st.sampled_from([-1, 1, 7]))
    def conflict(self, name: str, off: int) -> None:
        """Append at another seq than the head's."""
        seq = self.model.head(name).seq
        with pytest.raises(ConflictError) as caught:
            self.store.append(name, (VisitEnded(at_us=0),), expected_seq=seq + off)
        assert (caught.value.seq, caught.value.head_digest) == (seq, self.model.head(name).digest)

    @rule()
    def reopen(self) -> None:
        """Close and open both handles: nothing had to be repaired."""
        self.shut()
        self.open()
        assert self.store.recovered == ()

    @rule(lost=st.integers(1, 600), zeros=st.sampled_from([0, 3, 600]))
    def crash(self, lost: int, zeros: int) -> None:
        """Cut the last segment as a power loss would, and forget in the model what went with it."""
        self.shut()
        log = max((self.root / "store").glob("*.log"))
        data = log.read_bytes()
        log.write_bytes(data[: max(0, len(data) - lost)] + bytes(zeros))
        self.open()
        kept = self.store.anchor().turns
        assert kept <= len(self.turns)
        self.turns = self.turns[:kept]
        self.remodel()

    @invariant()
    def they_agree(self) -> None:
        """The store reads as the model does, through both handles."""
        for store in (self.store, self.other):
            assert list(store.sessions()) == list(self.model.sessions())
            assert store.anchor() == self.model.anchor()
        for name in self.model.sessions():
            assert list(self.store.read(name)) == list(self.model.read(name))
            assert self.other.tail(name, 3) == self.model.tail(name, 3)
        for _, _, _, texts in self.turns[-3:]:
            assert self.store.text(texts[0].digest) == texts[0].text

    @override
    def teardown(self) -> None:
        """Close the store; every byte of it must verify against the model's anchor."""
        self.shut()
        report = verify_directory(self.root / "store", self.model.anchor())
        shutil.rmtree(self.root)
        assert report.ok, report.findings


TestStoreMachine = StoreMachine.TestCase
