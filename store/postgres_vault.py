"""The vault of a PostgresStore: words and keys in tables of their own.

Invariant: erasing sets words and salt to NULL, removes a key's row, and then has the database clear the old row
versions; what its write-ahead log and backups still hold goes when those expire.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from statecore.digests import keyed_digest
from store.contract import SaltedText
from store.inspector import Inspector
from store.keys import KEY_SIZE
from store.postgres_pool import Connection, Pool

__all__ = ["PostgresVault"]


class PostgresVault:
    """The calls of `EventStore` that are about words and keys."""

    _pool: Pool

    def text(self, text_digest: bytes) -> str | None:
        """The words behind a digest; see `EventStore.text`."""
        found = self.salted_text(text_digest)
        return None if found is None else found.text

    def salted_text(self, text_digest: bytes) -> SaltedText | None:
        """The words with their salt; see `EventStore.salted_text`."""
        query = "SELECT salt, words FROM statecore_texts WHERE text_digest = %s AND words IS NOT NULL"
        with self._pool.use() as connection:
            row = connection.execute(query, (text_digest,)).fetchone()
        return None if row is None else SaltedText(bytes(row[0]), bytes(row[1]).decode())

    def erase_texts(self, digests: Iterable[bytes]) -> int:
        """Destroy texts, and have the database clear their old row versions; see `EventStore.erase_texts`."""
        wanted = list(dict.fromkeys(digests))
        query = (
            "UPDATE statecore_texts SET salt = NULL, words = NULL "
            "WHERE text_digest = ANY(%s) AND words IS NOT NULL RETURNING text_digest"
        )
        with self._pool.use(writing=True) as connection:
            gone = {bytes(digest) for (digest,) in connection.execute(query, (wanted,)).fetchall()}
            if gone:
                connection.execute("VACUUM statecore_texts")
        return len(gone)

    def pseudonym(self, shopper_id: str) -> bytes:
        """The shopper's pseudonym; see `EventStore.pseudonym`."""
        query = "INSERT INTO statecore_keys (name, key) VALUES (%s, %s) ON CONFLICT (name) DO NOTHING"
        with self._pool.use(writing=True) as connection:
            connection.execute(query, (_key_name(connection, shopper_id), secrets.token_bytes(KEY_SIZE)))
        known = self.known_pseudonym(shopper_id)
        return self.pseudonym(shopper_id) if known is None else known

    def known_pseudonym(self, shopper_id: str) -> bytes | None:
        """The shopper's pseudonym, or None; see `EventStore.known_pseudonym`."""
        with self._pool.use() as connection:
            name = _key_name(connection, shopper_id)
            row = connection.execute("SELECT key FROM statecore_keys WHERE name = %s", (name,)).fetchone()
        return None if row is None else keyed_digest(bytes(row[0]), shopper_id.encode())

    def forget_key(self, shopper_id: str) -> bool:
        """Destroy the shopper's key; see `EventStore.forget_key`."""
        with self._pool.use(writing=True) as connection:
            name = _key_name(connection, shopper_id)
            query = "DELETE FROM statecore_keys WHERE name = %s RETURNING name"
            gone = connection.execute(query, (name,)).fetchone() is not None
            if gone:
                connection.execute("VACUUM statecore_keys")
        return gone

    def _check_texts(self, inspector: Inspector) -> None:
        query = "SELECT text_digest, salt, words FROM statecore_texts ORDER BY session_id, text_digest"
        with self._pool.use() as connection:
            rows = connection.execute(query).fetchall()
        for place, (digest, salt, words) in enumerate(rows):
            if words is None:
                inspector.erased_text()
            else:
                inspector.text(bytes(digest), bytes(salt), bytes(words), "statecore_texts", place)


def _key_name(connection: Connection, shopper_id: str) -> bytes:
    row = connection.execute("SELECT secret FROM statecore_store").fetchone()
    return keyed_digest(bytes(row[0]) if row else b"", shopper_id.encode())
