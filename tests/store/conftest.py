"""Sample turns for the store's tests, and the servers that some backends need.

The invariant: a sample depends on its arguments alone, so that two stores given the same samples hold the same bytes.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from statecore.acts import Want
from statecore.decisions import Certificate, Decision, Offer
from statecore.digests import digest_of
from statecore.errors import StoreError
from statecore.events import AgentReplied, Event, Pins, ShopperSaid, VisitEnded, VisitStarted
from store.contract import SaltedText
from store.jetstream import JetStreamStore

START_US = 1_700_000_000_000_000


def digest(name: str) -> bytes:
    """A digest that stands for something by name."""
    return digest_of(name)


def visit_started(shopper: str | None = None, at_us: int = START_US) -> VisitStarted:
    """The first event of a visit."""
    pins = Pins(
        policy="house",
        catalog_digest=digest("catalog"),
        policy_digest=digest("policy"),
        reducers_digest=digest("reducers"),
        reader_digest=digest("reader"),
        codec_digest=digest("codec"),
    )
    return VisitStarted(at_us=at_us, pins=pins, shopper=None if shopper is None else digest(shopper))


def turn_of(turn: int, text: SaltedText | None = None) -> tuple[Event, ...]:
    """The events of one turn of a conversation: a message and its reply, after the start of the visit on turn 1."""
    at_us = START_US + turn * 1_000_000
    said = ShopperSaid(
        at_us=at_us,
        turn=turn,
        text_digest=None if text is None else text.digest,
        acts=(Want(attribute="color", value=f"shade {turn}"),),
    )
    replied = AgentReplied(
        at_us=at_us,
        turn=turn,
        decision=Decision(ask="size", slate=(Offer(product_id=f"P{turn:03d}", score=0.25),), message="Which size?"),
        certificate=Certificate(
            state_digest=digest("state"), decision_digest=digest("decision"), pins_digest=digest("pins")
        ),
    )
    return (visit_started(), said, replied) if turn == 1 else (said, replied)


@pytest.fixture(name="turn_of")
def turn_of_fixture() -> Callable[..., tuple[Event, ...]]:
    """Makes the events of turn `turn`, with a text behind its message when one is given."""
    return turn_of


@pytest.fixture(name="visit_started")
def visit_started_fixture() -> Callable[..., VisitStarted]:
    """Makes the first event of a visit."""
    return visit_started


@pytest.fixture
def ended() -> VisitEnded:
    """The smallest event there is."""
    return VisitEnded(at_us=START_US)


def free_port() -> int:
    """A TCP port of the loopback interface that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def unprivileged() -> pwd.struct_passwd | None:
    """The user that servers run as, when the tests run as root; None to run them as oneself."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names.get("nobody")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Connection parameters of a PostgreSQL server of our own on loopback, made of the Debian packages."""
    pytest.importorskip("psycopg")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not folders:
        pytest.skip("no PostgreSQL server here: apt-get install postgresql-15")
    binaries, user = folders[-1].parent, unprivileged()
    data = Path(tempfile.mkdtemp(prefix="statecore-postgres-"))
    if user:
        os.chown(data, user.pw_uid, user.pw_gid)
    port = free_port()
    settings = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": "", "fsync": "off"}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    init = [str(binaries / "initdb"), "-D", str(data), "-U", "statecore", "-A", "trust", "-N", "--locale=C.UTF-8"]
    try:
        start_as(user, init, data.with_suffix(".log")).wait(timeout=60)
        with start_as(
            user, [str(binaries / "postgres"), "-D", str(data), *options], data.with_suffix(".log")
        ) as server:
            wait_for_port(port)
            yield f"host=127.0.0.1 port={port} user=statecore dbname=postgres"
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)
    finally:
        shutil.rmtree(data)
        data.with_suffix(".log").unlink()


def start_as(user: pwd.struct_passwd | None, command: list[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a server, not as root; what it says goes to `log`."""
    uid, gid, groups = (None, None, None) if user is None else (user.pw_uid, user.pw_gid, ())
    with log.open("ab") as out:
        return subprocess.Popen(command, stdout=out, stderr=out, cwd="/", user=uid, group=gid, extra_groups=groups)


def wait_for_port(port: int) -> None:
    """Wait until a server accepts connections, half a minute at most."""
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"no server came up on port {port}")


@dataclass(frozen=True)
class Cluster:
    """Three NATS nodes with JetStream: their addresses, and a way to kill and start each."""

    ports: tuple[int, ...]
    commands: tuple[tuple[str, ...], ...]
    running: dict[int, subprocess.Popen[bytes]]
    user: pwd.struct_passwd | None
    folder: Path

    @property
    def servers(self) -> list[str]:
        """The addresses that clients connect to."""
        return [f"nats://127.0.0.1:{port}" for port in self.ports]

    def start(self, node: int) -> None:
        """Start a node."""
        self.running[node] = start_as(self.user, list(self.commands[node]), self.folder / f"{node}.log")

    def kill(self, node: int) -> None:
        """Kill a node at once, as a power loss would."""
        self.running[node].kill()
        self.running[node].wait()


@pytest.fixture(scope="session")
def jetstream() -> Iterator[Cluster]:
    """A JetStream cluster of three nodes of our own on loopback, made of the Debian package."""
    pytest.importorskip("nats")
    binary = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if binary is None:
        pytest.skip("no NATS server here: apt-get install nats-server")
    user, folder = unprivileged(), Path(tempfile.mkdtemp(prefix="statecore-nats-"))
    ports = tuple(free_port() for _ in range(3))
    routes = tuple(free_port() for _ in range(3))
    peers = ",".join(f"nats://127.0.0.1:{port}" for port in routes)
    clustered = ("--cluster_name", "statecore", "--routes", peers, "-js", "-a", "127.0.0.1")
    commands = tuple(
        (binary, "-p", str(ports[n]), "-n", f"node{n}", "-sd", str(folder / str(n)), "--cluster", own, *clustered)
        for n, own in enumerate(peers.split(","))
    )
    if user:
        os.chown(folder, user.pw_uid, user.pw_gid)
    cluster = Cluster(ports, commands, {}, user, folder)
    for node in range(3):
        cluster.start(node)
    try:
        wait_for_cluster(cluster)
        yield cluster
    finally:
        for node in range(3):
            cluster.kill(node)
        shutil.rmtree(folder)


def wait_for_cluster(cluster: Cluster) -> None:
    """Wait until the three nodes keep a stream between them, half a minute at most."""
    for _ in range(60):
        try:
            with JetStreamStore(cluster.servers, stream="WAITING", patience=1) as store:
                store.drop()
        except StoreError:
            time.sleep(0.5)
        else:
            return
    pytest.fail("the NATS cluster did not come up")
