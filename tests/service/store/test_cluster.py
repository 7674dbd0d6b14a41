"""Redis Cluster: a server in cluster mode refuses any step that isn't of one slot, so what it takes is fit for a cluster."""

import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from threading import Event

import pytest
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.cluster import RedisCluster
from redis.retry import Retry

from service.store import Change, Kept, Store, connect
from service.store.embedded.binary import find_binary

MakeChange = Callable[..., Change]
LATER_MS = 32_503_680_000_000
SLOTS = 16_384


def free_port() -> int:
    """A free port with a free one 10,000 above it, where the members of a cluster would talk."""
    for _ in range(100):
        with socket.socket() as port, socket.socket() as other:
            port.bind(("127.0.0.1", 0))
            number = int(port.getsockname()[1])
            if number < 50_000:
                other.bind(("127.0.0.1", number + 10_000))
                return number
    raise AssertionError("no two free ports")


@pytest.fixture(scope="module")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of one server that has all slots."""
    port = free_port()
    options = {"--port": port, "--bind": "127.0.0.1", "--cluster-enabled": "yes", "--save": "", "--dir": "."}
    command = [str(find_binary()), *(str(word) for option in options.items() for word in option)]
    patient = Retry(ConstantBackoff(0.05), 200)
    with (
        subprocess.Popen(command, cwd=tmp_path_factory.mktemp("cluster"), stdout=subprocess.DEVNULL) as server,
        Redis(port=port, retry=patient) as client,
    ):
        try:
            client.cluster("addslots", *range(SLOTS))
            for _ in range(1000):
                if client.cluster("info")["cluster_state"] == "ok":
                    break
                Event().wait(0.02)
            yield f"redis://127.0.0.1:{port}"
        finally:
            server.kill()


@pytest.fixture(params=["plain client", "cluster client"])
def cluster_store(request: pytest.FixtureRequest, cluster_url: str) -> Iterator[Store]:
    """A store with keys of its own on the cluster, by either kind of client."""
    plain = request.param == "plain client"
    client = connect(cluster_url, connections=1) if plain else RedisCluster.from_url(cluster_url, protocol=2)
    with closing(client):
        yield Store(client, "plain" if plain else "cluster")


def test_a_game_is_created_changed_read_and_removed(cluster_store: Store, change: MakeChange) -> None:
    assert cluster_store.create("g", change(b"1", kept=Kept("field", b"answer", LATER_MS)))
    assert cluster_store.commit("g", 1, change(b"2", b"3", table=b"changed"))
    assert not cluster_store.commit("g", 1, change())
    game = cluster_store.read("g")
    assert game is not None
    assert (game.version, game.table) == (3, b"changed")
    assert cluster_store.read_kept("g", "field", 0) == (game, b"answer")
    assert cluster_store.read_log("g", 1, 9) == (game, [b"2", b"3"])
    assert cluster_store.remove("g")
    assert cluster_store.read("g") is None


def test_agents_are_registered_seated_counted_and_removed(cluster_store: Store) -> None:
    agents = cluster_store.agents
    for name in ("deep-lord", "a-b", "c-d"):
        assert agents.register(name, b"hash", b"about", LATER_MS)
        agents.saw(name, 60_000, 3_600_000)
        assert agents.take_seat(name, "g", 1)
        assert not agents.take_seat(name, "h", 1)
        assert agents.change(name, b"hash", b"new", b"about")
        assert agents.give_back(name, "g", "landlord:won")
    found = agents.read(agents.names("", 9))
    assert [agent.results for agent in found if agent is not None] == [{"landlord:won": 1}] * 3
    for name in agents.names("", 9):
        agents.remove(name)
    assert agents.names("", 9) == []


def test_public_games_are_listed_over_all_slots(cluster_store: Store, change: MakeChange) -> None:
    for number in range(6):
        cluster_store.create(f"g{number}", change())
        cluster_store.public.add(f"g{number}", "waiting", "landlord", number)
    cluster_store.public.move("g1", "waiting", "active", "landlord", 1)
    cluster_store.public.drop("g2", "waiting", "landlord")
    cluster_store.remove("g3")
    first = cluster_store.public.page([("waiting", "landlord"), ("active", "landlord")], 3, None)
    assert [listed.game_id for listed, _ in first.games] == ["g5", "g4"]
    second = cluster_store.public.page([("waiting", "landlord"), ("active", "landlord")], 3, first.cursor)
    assert [(listed.game_id, listed.status) for listed, _ in second.games] == [("g1", "active"), ("g0", "waiting")]
