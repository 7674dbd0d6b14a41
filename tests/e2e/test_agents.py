"""External players over real HTTP: told of each turn once, by whichever service; the example, as a stranger runs it."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Any

import pytest

from engine.registry import BY_ID
from engine.replay import verify
from examples.agent import choose
from service.store.embedded import EmbeddedServer
from tests.calling import PLAYERS, Reply, Table
from tests.checking import check_response
from tests.event_stream import END, Frame, frame
from tests.following import Answering, Follower, http, types
from tests.serving import ROOT, SECONDS, Server

PROGRAM = ROOT / "examples" / "agent.py"
PAGE = ROOT / "examples" / "README.md"
ABOUT = ROOT / "service" / "web" / "docs" / "agents.md"
BEGINNER = {"kind": "bot", "level": "beginner"}
MOST_BREAKS = 100


class Agent:
    """An agent of a service, with its token."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.name = f"agent-{secrets.token_hex(8)}"
        made = server.caller.call("POST", "/v1/agents", {"name": self.name, "rulesets": list(BY_ID)})
        assert made.status == 201, made.json
        self.token: str = made.json["token"]
        self.seat = {"kind": "agent", "name": self.name}
        assert self.ask("GET", "/v1/agents/me/turns").json == {"turns": []}

    def ask(self, method: str, path: str, body: object = None) -> Reply:
        """Send something with the agent's token."""
        return self.server.caller.call(method, path, body, {"Authorization": f"Bearer {self.token}"})

    def table(self, turn_seconds: int = 60) -> Table:
        """A game of landlord with the agent in seat 0 and players in the others."""
        return Table(self.server.caller, seats=[self.seat, *PLAYERS[1:3]], turn_seconds=turn_seconds)

    def bid(self, table: Table) -> None:
        """Pass, and let the others bid, so that its next turn comes."""
        assert self.ask("POST", f"{table.path}/actions", {"type": "pass"}).status == 200
        table.act(1, {"type": "bid", "points": 1})
        table.act(2, {"type": "pass"})


class Told:
    """An agent's stream. For one thread."""

    def __init__(self, agent: Agent, server: Server) -> None:
        self._answer = Answering(http(server.port), "/v1/agents/me/stream", agent.token)
        self.status, self._headers = self._answer.head()
        self._body = (self._answer.up_to(END) or b"") + END

    def next(self) -> Frame | None:
        """The next turn, past comments; None where the stream ends."""
        while (block := self._answer.up_to(END)) is not None:
            self._body += block + END
            found = frame(block)
            if found is not None:
                return found
        return None

    def close(self) -> None:
        """Close the connection. What was read is held to the document."""
        self._answer.close()
        check_response("GET", "/v1/agents/me/stream", self.status, self._headers, self._body)


# -- the stream and the poll ---------------------------------------------------------------------------
@pytest.fixture(scope="module")
def services(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two services that share a Redis and know nothing of each other."""
    settings = {"REDIS_URL": redis_url, "REDIS_PREFIX": f"agents-{secrets.token_hex(4)}", "WORKERS": "1"}
    with ExitStack() as stack:
        one, two = (Server(tmp_path_factory.mktemp("agents"), covered=True, **settings) for _ in range(2))
        stack.callback(one.stop)
        stack.callback(two.stop)
        yield one, two


def test_a_turn_that_begins_through_one_service_is_told_by_the_other(services: tuple[Server, Server]) -> None:
    here, there = services
    agent = Agent(here)
    with closing(Told(agent, there)) as told:
        first = agent.table()
        one = told.next()
        assert one is not None
        assert (one.id, one.type) == (f"{first.id}-3", "turn")
        assert json.loads(one.data) == agent.ask("GET", "/v1/agents/me/turns").json["turns"][0]
        agent.bid(first)
        again = told.next()
        assert again is not None
        assert again.id == f"{first.id}-6"


def test_a_new_stream_begins_with_the_open_turns_and_tells_each_once(services: tuple[Server, Server]) -> None:
    here, there = services
    agent = Agent(here)
    tables = [agent.table(turn_seconds=seconds) for seconds in (300, 100, 200)]
    for server in services:
        with closing(Told(agent, server)) as told:
            frames = [told.next() for _ in tables]
            assert [one.id for one in frames if one is not None] == [f"{tables[n].id}-3" for n in (1, 2, 0)]
    with closing(Told(agent, there)) as told:
        for _ in tables:
            told.next()
        later = agent.table()
        only = told.next()
        assert only is not None
        assert only.id == f"{later.id}-3"


def test_a_poll_is_answered_by_a_turn_that_begins_through_the_other_service(services: tuple[Server, Server]) -> None:
    here, there = services
    agent = Agent(here)
    table = Table(here.caller, seats=[PLAYERS[0], agent.seat, PLAYERS[1]])
    waiting = Answering(http(there.port), "/v1/agents/me/turns?wait=30", agent.token)
    table.act(0, {"type": "bid", "points": 1})
    [turn] = waiting.reply().json["turns"]
    assert (turn["game_id"], turn["seat"]) == (table.id, 1)
    assert turn["view"]["legal_actions"]


def test_a_token_that_is_closed_through_one_service_ends_its_streams_at_the_other(services: tuple[Server, Server]) -> None:
    here, there = services
    agent = Agent(here)
    table = agent.table()
    with closing(Told(agent, there)) as told:
        game = Answering(http(there.port), f"{table.path}/stream", agent.token)
        assert game.head()[0] == 200
        assert told.next() is not None
        old, agent.token = agent.token, agent.ask("PATCH", "/v1/agents/me", {"new_token": True}).json["token"]
        assert told.next() is None
        while game.more():
            pass
        game.close()
    for path in ("/v1/agents/me", "/v1/agents/me/turns", "/v1/agents/me/stream", f"{table.path}/view"):
        refused = there.caller.call("GET", path, headers={"Authorization": f"Bearer {old}"})
        assert (refused.status, refused.json["code"]) == (401, "token_unknown"), path
    with closing(Told(agent, there)) as told:
        assert told.next() is not None


def test_an_agent_is_told_of_its_cards_and_of_nobody_elses(services: tuple[Server, Server]) -> None:
    here, there = services
    agent, other = Agent(here), Agent(here)
    table = Table(here.caller, seats=[agent.seat, other.seat, PLAYERS[0]])
    with closing(Told(agent, there)) as told:
        turn = told.next()
        assert turn is not None
        seats = json.loads(turn.data)["view"]["state"]["seats"]
    assert [seat["cards"] is None for seat in seats] == [False, True, True]
    theirs = other.ask("GET", f"{table.path}/view").json["state"]["seats"]
    assert [seat["cards"] is None for seat in theirs] == [True, False, True]
    assert not set(seats[0]["cards"]) & set(theirs[1]["cards"])


# -- the example ---------------------------------------------------------------------------------------
class Running:
    """The example, as a program of its own. What it says is read by a thread."""

    def __init__(
        self, server: Server, folder: Path, name: str, *more: str, port: int | None = None, **environment: str
    ) -> None:
        self.name = name
        self.seat = {"kind": "agent", "name": name}
        self.said: list[str] = []
        self._listens = Semaphore(0)
        self._unread: SimpleQueue[str] = SimpleQueue()
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), "--url", f"http://127.0.0.1:{port or server.port}", "--name", name, *more],
            cwd=folder,
            env={"PATH": os.environ["PATH"], **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.said.append(line)
                self._unread.put(line)
                if line == f"listening as {self.name}\n":
                    self._listens.release()

    def listens(self) -> None:
        """Wait until it has a stream, once for each that it opens."""
        assert self._listens.acquire(timeout=SECONDS), self.said

    def says(self, words: str) -> str:
        """Wait until it has said something; the line in which it does."""
        while words not in (line := self._unread.get(timeout=SECONDS)):
            pass
        return line

    def end(self) -> str:
        """Wait until it has ended by itself, and give what it said."""
        assert self.process.wait(SECONDS) != 0
        self._reader.join()
        return "".join(self.said)

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(SECONDS)
        self._reader.join()


@contextmanager
def running(server: Server, folder: Path, *names: str) -> Iterator[list[Running]]:
    """Examples that listen."""
    with ExitStack() as stack:
        players = [Running(server, folder, name, "--games", "20") for name in names]
        for player in players:
            stack.callback(player.stop)
        for player in players:
            player.listens()
        yield players


def tables_of(server: Server, seats: list[dict[str, str]]) -> list[Table]:
    """A game of each ruleset and variant; the last two have one seat."""
    return [
        Table(server.caller, "landlord", options={"deals": 3}, seats=[*seats, BEGINNER, BEGINNER][:3]),
        Table(server.caller, "five-three", options={"target": 3}, seats=[*seats, BEGINNER][:2]),
        Table(server.caller, "center-row", seats=[BEGINNER, BEGINNER, *seats][-4:]),
        Table(server.caller, "ten-hands", seats=seats[:1]),
        Table(server.caller, "ten-hands", seats=seats[:1], options={"variant": "oregon"}),
    ]


def to_the_end(server: Server, table: Table) -> list[bytes]:
    """All events of a game as anyone may know them, once it is over; lost connections are opened again."""
    for _ in range(MOST_BREAKS):
        try:
            follower = Follower(http(server.port), table)
        except ConnectionError:
            Semaphore(0).acquire(timeout=0.1)  # the service is being started
            continue
        events = follower.rest()
        if types(events[-1:]) == ["game_over"]:
            return events
    raise AssertionError("the game never ended")


def assert_played_well(table: Table, events: list[bytes], agents: int) -> None:
    """The agents kept their seats, no turn ran out, and the rules allow everything that was done."""
    assert {"timed_out", "seat_taken_over"}.isdisjoint(types(events))
    seats = table.game()["seats"]
    assert [seat["level"] for seat in seats if seat["kind"] == "agent"] == [None] * agents
    verify(BY_ID[table.game()["ruleset"]], table.get("/record").body)


def test_the_example_plays_every_game_to_its_end(server: Server, tmp_path: Path) -> None:
    name = f"example-{secrets.token_hex(4)}"
    with running(server, tmp_path, name) as (player,):
        tables = tables_of(server, [player.seat])
        for table in tables:
            assert_played_well(table, to_the_end(server, table), 1)
    assert stat_mode(tmp_path / f"{name}.token") == 0o600
    shown = server.caller.call("GET", f"/v1/agents/{name}").json
    ended = {counted["ruleset"]: counted["won"] + counted["drawn"] + counted["lost"] for counted in shown["results"]}
    assert ended == {"landlord": 1, "five-three": 1, "center-row": 1, "ten-hands": 2}
    assert sum(line.startswith(table.id) for line in player.said for table in tables) == 5
    [oregon] = tables[-1].game()["scores"]
    assert oregon > 0


def stat_mode(path: Path) -> int:
    """Who may do what with a file."""
    return path.stat().st_mode & 0o777


def test_the_example_is_the_same_agent_when_it_is_started_again(server: Server, tmp_path: Path) -> None:
    name = f"again-{secrets.token_hex(4)}"
    with running(server, tmp_path, name):
        pass
    token = (tmp_path / f"{name}.token").read_text().strip()
    with running(server, tmp_path, name) as (player,):
        assert_ends(server, player)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    from_environment = Running(server, elsewhere, name, "--rulesets", "ten-hands", AGENT_TOKEN=token)
    from_environment.listens()
    assert server.caller.call("GET", f"/v1/agents/{name}").json["rulesets"] == ["ten-hands"]
    assert_ends(server, from_environment)
    from_environment.stop()
    assert list(elsewhere.iterdir()) == []


def assert_ends(server: Server, player: Running) -> None:
    """It plays a game to its end."""
    table = Table(server.caller, "ten-hands", seats=[player.seat])
    assert_played_well(table, to_the_end(server, table), 1)


def test_the_example_ends_with_the_services_words_where_it_can_t_be_that_agent(server: Server, tmp_path: Path) -> None:
    agent = Agent(server)
    assert "There is an agent of the name" in Running(server, tmp_path, agent.name).end()
    assert "The token is not an agent's. It came from AGENT_TOKEN." in refused(server, tmp_path, agent.name)
    assert "rulesets.0" in Running(server, tmp_path, "some-body", "--rulesets", "chess").end()
    assert list(tmp_path.iterdir()) == [], "no file of a token that never came"


def refused(server: Server, folder: Path, token: str) -> str:
    """What it says that is started with a token in the environment and may not begin."""
    return Running(server, folder, "some-body", AGENT_TOKEN=token).end()


def test_the_example_that_is_stopped_before_it_could_register_leaves_no_file(server: Server, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        nobody_there = nobody.getsockname()[1]
    player = Running(server, tmp_path, "too-early", port=nobody_there)
    player.says("trying again until the service answers")
    player.stop()
    assert list(tmp_path.iterdir()) == []


def test_the_example_refuses_a_token_of_another_name(server: Server, tmp_path: Path) -> None:
    agent = Agent(server)
    assert f"that of {agent.name}, not of some-body: start with --name {agent.name}" in refused(server, tmp_path, agent.token)
    (tmp_path / "some-body.token").write_text(f"{agent.token}\n")
    said = Running(server, tmp_path, "some-body", "--games", "1").end()
    assert said.startswith(f"The token from some-body.token is that of {agent.name}")
    assert agent.ask("GET", "/v1/agents/me").json["agent"]["max_games"] == 8, "it has changed nothing"


def test_the_example_says_where_a_token_came_from_that_was_closed_elsewhere(server: Server, tmp_path: Path) -> None:
    name = f"rotated-{secrets.token_hex(4)}"
    with running(server, tmp_path, name):
        pass
    token = (tmp_path / f"{name}.token").read_text().strip()
    changed = server.caller.call("PATCH", "/v1/agents/me", {"new_token": True}, {"Authorization": f"Bearer {token}"})
    said = Running(server, tmp_path, name).end()
    assert f"It came from {name}.token. If it was replaced elsewhere, put the new one there" in said
    (tmp_path / f"{name}.token").write_text(changed.json["token"])
    with running(server, tmp_path, name):
        pass


def test_the_example_tells_of_an_outage_once(tmp_path: Path) -> None:
    service = Server(tmp_path, covered=False, WORKERS="1")
    with ExitStack() as stack:
        stack.callback(service.stop)
        [player] = stack.enter_context(running(service, tmp_path, "patient"))
        tables = [Table(service.caller, seats=[player.seat, BEGINNER, BEGINNER], options={"deals": 6}) for _ in range(6)]
        service.stop()
        trouble = player.says("trying again")
        service.start(service.port)
        player.listens()
        for table in tables:
            to_the_end(service, table)
    expected = ("listening as patient", "stopped;", *(table.id for table in tables))
    assert [line for line in player.said if not line.startswith(expected)] == [trouble]


@pytest.mark.parametrize(
    ("cards", "points", "turned", "action"),
    [
        (["7c", "7d", "7h", "2c", "Kd"], 3, "9s", {"type": "ten-hands.open_row"}),
        (["7c", "7d", "7h", "2c", "Kd"], 3, "7s", {"type": "ten-hands.cover", "card": "2c"}),
        (["2h", "5h", "9h", "Jh", "Kh"], 3, "As", {"type": "ten-hands.open_row"}),
        (["7c", "7d", "2h", "4c", "Kd"], 1, "Qs", {"type": "ten-hands.cover", "card": "2h"}),
    ],
)
def test_the_example_leaves_an_oregon_row_that_scores_and_is_not_bettered(
    cards: list[str], points: int, turned: str, action: object
) -> None:
    state = {"oregon": {"rows": [{"cards": cards, "points": points}], "turned": turned}}
    legal = [
        {"type": "ten-hands.cover", "fields": {"card": {"one_of": cards}}},
        {"type": "ten-hands.open_row", "fields": {}},
    ]
    assert choose({"view": {"state": state, "legal_actions": legal}}) == action


def test_the_example_ends_when_its_token_is_closed(server: Server, tmp_path: Path) -> None:
    name = f"closed-{secrets.token_hex(4)}"
    player = Running(server, tmp_path, name)
    player.listens()
    token = (tmp_path / f"{name}.token").read_text().strip()
    header = {"Authorization": f"Bearer {token}"}
    assert server.caller.call("PATCH", "/v1/agents/me", {"new_token": True}, header).status == 200
    assert f"The token is not an agent's. It came from {name}.token." in player.end()


def test_a_mistake_of_the_player_is_replaced_by_a_legal_action(server: Server, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    fault = '    if turn["seat"] == 0:\n        raise ValueError("a fault")\n    return {"type": "no.such"}\n'
    head, mark, tail = PROGRAM.read_text().partition("def choose(turn: Json) -> Json:\n")
    broken.write_text(head + mark + fault + tail)
    name = f"broken-{secrets.token_hex(4)}"
    command = [sys.executable, str(broken), "--url", f"http://127.0.0.1:{server.port}", "--name", name]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"listening as {name}\n"
            seat = {"kind": "agent", "name": name}
            for seats in ([seat, BEGINNER], [BEGINNER, seat]):
                table = Table(server.caller, "five-three", options={"target": 3}, seats=seats)
                assert_played_well(table, to_the_end(server, table), 1)
        finally:
            process.kill()
        said = process.stdout.read()
    assert "ValueError: a fault" in said
    assert "no.such" in said


def test_examples_play_on_whatever_is_killed_or_restarted(tmp_path: Path) -> None:
    redis = EmbeddedServer(tmp_path)
    with ExitStack() as stack:
        stack.callback(lambda: redis.stop())  # noqa: PLW0108  # the one that runs then
        service = Server(tmp_path, covered=False, REDIS_URL=redis.start(), WORKERS="2")
        stack.callback(service.stop)
        players = stack.enter_context(running(service, tmp_path, "ann", "ben", "cem"))
        seats = [player.seat for player in players]
        tables = [Table(service.caller, seats=seats, options={"deals": 6}), *tables_of(service, seats)[:3]]

        def goes_on() -> None:
            longest = tables[0]  # of six deals
            follower = Follower(http(service.port), longest, after=longest.game()["version"])
            assert len(follower.some(12)) == 12, "the games were over too early"
            follower.close()

        goes_on()
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        retried(goes_on)
        service.stop()
        service.start(service.port)
        goes_on()
        redis.stop()
        redis = EmbeddedServer(tmp_path)
        redis.start()
        goes_on()
        service.kill()
        service.start(service.port)
        goes_on()
        for table, agents in zip(tables, (3, 3, 2, 3), strict=True):
            assert_played_well(table, to_the_end(service, table), agents)
        assert sum(line == "listening as ann\n" for line in players[0].said) >= 3
        for player in players:
            shown: Any = service.caller.call("GET", f"/v1/agents/{player.name}").json
            assert shown["games_now"] == 0


def retried(step: Callable[[], None]) -> None:
    """Do something once the service answers again."""
    for _ in range(MOST_BREAKS):
        try:
            return step()
        except OSError:
            Semaphore(0).acquire(timeout=0.1)  # new workers are being started
    raise AssertionError("the service never came back")


# -- the page ------------------------------------------------------------------------------------------
def test_the_page_brings_a_player_to_its_first_finished_games(server: Server, tmp_path: Path) -> None:
    script = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL))
    (tmp_path / "examples").symlink_to(PROGRAM.parent)  # its token is written where it runs
    done = subprocess.run(
        ["/bin/bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={"API": f"http://127.0.0.1:{server.port}", "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=SECONDS * 2,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    by_hand, _, with_the_example = done.stdout.partition("listening")
    assert re.search(r'"ruleset": "landlord", "won": \d, "drawn": 0, "lost": \d, "given_up": 0', by_hand)
    assert [by_hand.splitlines()[0], by_hand.splitlines()[1]] == ["[]", "true"]
    assert all(f'"ruleset": "{ruleset}"' in with_the_example for ruleset in ("five-three", "center-row", "ten-hands"))


def test_what_the_document_says_of_agents_is_a_game_to_its_end(server: Server) -> None:
    [script] = re.findall(r"```sh\n(.*?)```", ABOUT.read_text(), re.DOTALL)
    name = f"walk-{secrets.token_hex(4)}"
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    done = subprocess.run(
        ["/bin/bash", "-uo", "pipefail", "-c", script],
        env={"API": f"http://127.0.0.1:{server.port}", "NAME": name, "PATH": path},
        capture_output=True,
        text=True,
        timeout=SECONDS * 2,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[-1])["scores"]
    [results] = server.caller.call("GET", f"/v1/agents/{name}").json["results"]
    assert (results["won"] + results["lost"], results["given_up"]) == (1, 0)
