"""The tables of a PostgresStore, and the statements that change them.

Invariant: everything of a session lies in the partition of its id, and a turn is one statement, so that the same text
runs where the partitions are machines. No triggers, no functions, no foreign keys, no identity columns.
"""

from __future__ import annotations

__all__ = [
    "ADD_TEXT",
    "ADVANCE",
    "BEGIN",
    "FORMAT_VERSION",
    "GATE",
    "PARTITIONS",
    "SETUP_LOCK",
    "TABLES",
    "partitions",
]

FORMAT_VERSION = 1
PARTITIONS = 16
GATE = 0x5CF7_0001
"""Advisory lock: shared by every append, taken alone for a moment by `anchor`, which so sees no gap."""
SETUP_LOCK = 0x5CF7_0002

TABLES = (
    """
    CREATE TABLE IF NOT EXISTS statecore_store (
        one boolean PRIMARY KEY,
        format integer NOT NULL,
        secret bytea NOT NULL
    )
    """,
    "CREATE SEQUENCE IF NOT EXISTS statecore_position",
    """
    CREATE TABLE IF NOT EXISTS statecore_sessions (
        session_id text COLLATE "C" PRIMARY KEY,
        seq bigint NOT NULL,
        head_digest bytea NOT NULL,
        begun bigint NOT NULL,
        start_us bigint NOT NULL,
        shopper bytea
    ) PARTITION BY HASH (session_id)
    """,
    """
    CREATE TABLE IF NOT EXISTS statecore_turns (
        session_id text COLLATE "C" NOT NULL,
        first_seq bigint NOT NULL,
        seq bigint NOT NULL,
        message_id text COLLATE "C",
        position bigint NOT NULL,
        turn bytea NOT NULL,
        PRIMARY KEY (session_id, first_seq),
        UNIQUE (session_id, message_id)
    ) PARTITION BY HASH (session_id)
    """,
    """
    CREATE TABLE IF NOT EXISTS statecore_texts (
        session_id text COLLATE "C" NOT NULL,
        text_digest bytea NOT NULL,
        salt bytea,
        words bytea,
        PRIMARY KEY (session_id, text_digest)
    ) PARTITION BY HASH (session_id)
    """,
    "CREATE INDEX IF NOT EXISTS statecore_turns_position ON statecore_turns (position)",
    "CREATE INDEX IF NOT EXISTS statecore_texts_digest ON statecore_texts (text_digest)",
    "CREATE INDEX IF NOT EXISTS statecore_sessions_shopper ON statecore_sessions (shopper)",
    "CREATE TABLE IF NOT EXISTS statecore_keys (name bytea PRIMARY KEY, key bytea NOT NULL)",
)


def partitions() -> tuple[str, ...]:
    """The statements that make the partitions of each table.

    >>> len(partitions())
    48
    """
    return tuple(
        f"CREATE TABLE IF NOT EXISTS {table}_{part:02d} PARTITION OF {table} "
        f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
        for table in ("statecore_sessions", "statecore_turns", "statecore_texts")
        for part in range(PARTITIONS)
    )


BEGIN = """
WITH gate AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(%(gate)s)),
moved AS (
    INSERT INTO statecore_sessions (session_id, seq, head_digest, begun, start_us, shopper)
    SELECT %(session_id)s, %(seq)s, %(head)s, nextval('statecore_position'), %(start_us)s, %(shopper)s FROM gate
    ON CONFLICT (session_id) DO NOTHING
    RETURNING begun AS position
),
stored AS (
    INSERT INTO statecore_turns (session_id, first_seq, seq, message_id, position, turn)
    SELECT %(session_id)s, %(first_seq)s, %(seq)s, %(message_id)s, moved.position, %(turn)s FROM moved
    RETURNING 1
)
SELECT count(*) FROM stored
"""
"""The first turn of a session; counts 0 when another writer began it."""

ADVANCE = """
WITH gate AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(%(gate)s)),
moved AS (
    UPDATE statecore_sessions SET seq = %(seq)s, head_digest = %(head)s FROM gate
    WHERE session_id = %(session_id)s AND statecore_sessions.seq = %(first_seq)s - 1 AND head_digest = %(previous)s
    RETURNING nextval('statecore_position') AS position
),
stored AS (
    INSERT INTO statecore_turns (session_id, first_seq, seq, message_id, position, turn)
    SELECT %(session_id)s, %(first_seq)s, %(seq)s, %(message_id)s, moved.position, %(turn)s FROM moved
    RETURNING 1
)
SELECT count(*) FROM stored
"""
"""A later turn; counts 0 when the session is not at the head that the turn was decided at."""

ADD_TEXT = """
INSERT INTO statecore_texts (session_id, text_digest, salt, words)
VALUES (%(session_id)s, %(digest)s, %(salt)s, %(words)s)
ON CONFLICT (session_id, text_digest) DO NOTHING
"""
