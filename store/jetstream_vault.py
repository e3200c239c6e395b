"""The vault of a JetStreamStore: words and keys as messages of a second stream, a subject each.

Invariant: erasing puts an empty message over a text or key, and then has the cluster overwrite and remove what was
there. Of two keys made at the same moment the first in the stream is the key.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import suppress

from statecore.digests import keyed_digest
from store.contract import SALT_SIZE, SaltedText
from store.inspector import Inspector
from store.jetstream_client import Client, Message, WrongSequenceError
from store.keys import KEY_SIZE

__all__ = ["JetStreamVault"]

_TRIES = 5


class JetStreamVault:
    """The calls of `EventStore` that are about words and keys."""

    _client: Client
    _vault_stream: str
    _vault_subject: str

    def _text_subject(self, digest: bytes) -> str:
        return f"{self._vault_subject}.text.{digest.hex()}"

    async def _newest(self, subject: str) -> Message | None:
        return await self._client.last(self._vault_stream, subject)

    async def _put(self, subject: str, data: bytes, last: int) -> int:
        """Store a message behind the one at `last`; raise `WrongSequenceError`."""
        return await self._client.publish(self._vault_stream, subject, data, last=last)

    async def _add_text(self, text: SaltedText) -> bool:
        """Store words unless there are some, or there were; whether they are new."""
        try:
            await self._put(self._text_subject(text.digest), text.salt + text.text.encode(), 0)
        except WrongSequenceError:
            return False
        return True

    async def _remove_texts(self, digests: Iterable[bytes]) -> None:
        """Take back words whose turn was refused, without a trace."""
        for digest in digests:
            found = await self._newest(self._text_subject(digest))
            if found is not None:
                await self._client.delete(self._vault_stream, found.sequence)

    def text(self, text_digest: bytes) -> str | None:
        """The words behind a digest; see `EventStore.text`."""
        found = self.salted_text(text_digest)
        return None if found is None else found.text

    def salted_text(self, text_digest: bytes) -> SaltedText | None:
        """The words with their salt; see `EventStore.salted_text`."""
        found = self._client.run(self._newest(self._text_subject(text_digest)))
        if found is None or not found.data:
            return None
        return SaltedText(found.data[:SALT_SIZE], found.data[SALT_SIZE:].decode())

    def erase_texts(self, digests: Iterable[bytes]) -> int:
        """Destroy texts; see `EventStore.erase_texts`."""
        subjects = [self._text_subject(digest) for digest in dict.fromkeys(digests)]
        return sum(self._client.run(self._erase(subject)) for subject in subjects)

    async def _erase(self, subject: str) -> bool:
        """Put an empty message over all of a subject, and remove what is under it; whether there was something."""
        for _ in range(_TRIES):
            newest = await self._newest(subject)
            if newest is None or not newest.data:
                return False
            with suppress(WrongSequenceError):
                await self._put(subject, b"", newest.sequence)
                await self._clear(subject)
                return True
        return False

    async def _clear(self, subject: str) -> None:
        """Remove every message of a subject but its newest."""
        newest = await self._newest(subject)
        found = await self._client.after(self._vault_stream, subject, 0)
        while found is not None and newest is not None and found.sequence < newest.sequence:
            await self._client.delete(self._vault_stream, found.sequence)
            found = await self._client.after(self._vault_stream, subject, found.sequence)

    async def _first(self, subject: str) -> Message | None:
        """The first message of a subject that was not erased."""
        found = await self._client.after(self._vault_stream, subject, 0)
        while found is not None and not found.data:
            found = await self._client.after(self._vault_stream, subject, found.sequence)
        return found

    async def _check_texts(self, inspector: Inspector) -> None:
        newest = await self._client.newest(self._vault_stream)
        async for page in self._client.scan(self._vault_stream, f"{self._vault_subject}.text.*", 0, newest):
            for message in page:
                digest = bytes.fromhex(message.subject.rpartition(".")[2])
                if message.data:
                    salt, words = message.data[:SALT_SIZE], message.data[SALT_SIZE:]
                    inspector.text(digest, salt, words, self._vault_stream, message.sequence)
                else:
                    inspector.erased_text()

    async def _key_subject(self, shopper_id: str) -> str:
        """Where a shopper's key lies: named by a secret of the store, which is made at first use."""
        subject = f"{self._vault_subject}.secret"
        secret = await self._first(subject) or await self._make(subject)
        return f"{self._vault_subject}.key.{keyed_digest(secret.data, shopper_id.encode()).hex()}"

    async def _make(self, subject: str) -> Message:
        """Put a new key there unless there is one; the one that counts."""
        while True:
            found = await self._first(subject)
            if found is not None:
                return found
            newest = await self._newest(subject)
            with suppress(WrongSequenceError):  # then another process made one at the same moment
                await self._put(subject, secrets.token_bytes(KEY_SIZE), 0 if newest is None else newest.sequence)

    def pseudonym(self, shopper_id: str) -> bytes:
        """The shopper's pseudonym; see `EventStore.pseudonym`."""
        key = self._client.run(self._make_key(shopper_id))
        return keyed_digest(key, shopper_id.encode())

    async def _make_key(self, shopper_id: str) -> bytes:
        return (await self._make(await self._key_subject(shopper_id))).data

    def known_pseudonym(self, shopper_id: str) -> bytes | None:
        """The shopper's pseudonym, or None; see `EventStore.known_pseudonym`."""
        found = self._client.run(self._known_key(shopper_id))
        return None if found is None else keyed_digest(found.data, shopper_id.encode())

    async def _known_key(self, shopper_id: str) -> Message | None:
        return await self._first(await self._key_subject(shopper_id))

    def forget_key(self, shopper_id: str) -> bool:
        """Destroy the shopper's key; see `EventStore.forget_key`."""
        return self._client.run(self._forget_key(shopper_id))

    async def _forget_key(self, shopper_id: str) -> bool:
        return await self._erase(await self._key_subject(shopper_id))
