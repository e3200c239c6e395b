"""Which client message ids a session has seen, for the sessions in use.

Invariant: an entry is complete. It is made from the session's first turn or from all of its turns, and told of every
turn since; a session without an entry is looked up in the log.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable

from store.contract import Turn

__all__ = ["MessageIds"]

_CAPACITY = 1024


class MessageIds:
    """Session -> message id -> address of the turn, for the sessions used last."""

    def __init__(self, capacity: int = _CAPACITY) -> None:
        """Remember up to `capacity` sessions."""
        self._capacity = capacity
        self._sessions: OrderedDict[str, dict[str, int]] = OrderedDict()

    def __contains__(self, session_id: str) -> bool:
        """Whether the session is remembered."""
        return session_id in self._sessions

    def note(self, turn: Turn, address: int) -> None:
        """Take in a turn that another process committed."""
        if turn.message_id is not None and (seen := self._sessions.get(turn.session_id)) is not None:
            seen[turn.message_id] = address

    def note_written(self, turn: Turn, address: int) -> None:
        """Take in a turn that this process committed: a session begun here is remembered from its first turn on."""
        if turn.first_seq == 1:
            self._remember(turn.session_id, {})
        self.note(turn, address)

    def find(
        self, session_id: str, message_id: str, turns: Callable[[], Iterable[tuple[int, str | None]]]
    ) -> int | None:
        """The address of the turn with this message id; `turns` lists address and message id of the session's turns."""
        if session_id not in self._sessions:
            self.learn(session_id, {name: address for address, name in turns() if name is not None})
        return self.known(session_id, message_id)

    def learn(self, session_id: str, seen: dict[str, int]) -> None:
        """Set all message ids of a session."""
        self._remember(session_id, seen)

    def known(self, session_id: str, message_id: str) -> int | None:
        """The address of the turn with this message id, of a session that was learnt."""
        self._sessions.move_to_end(session_id)
        return self._sessions[session_id].get(message_id)

    def _remember(self, session_id: str, seen: dict[str, int]) -> None:
        self._sessions[session_id] = seen
        if len(self._sessions) > self._capacity:
            self._sessions.popitem(last=False)
