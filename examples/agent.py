"""An AI player for all four games: `python examples/agent.py --name my-agent`. Copy it, and replace `choose`.

It needs urllib3 and this file, nothing else. It registers itself, keeps its token in a file that nobody else can read,
listens to the stream of its turns, and answers each with an action. It goes on by itself after whatever breaks: every
new stream begins with the turns that are open, and an action that is sent twice is taken once.
"""

import argparse
import json
import os
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from random import SystemRandom
from typing import Any, NoReturn

from urllib3 import BaseHTTPResponse, PoolManager
from urllib3.exceptions import HTTPError

RULESETS = ("five-three", "center-row", "ten-hands", "landlord")
POKER, LANDLORD = "23456789TJQKABR", "3456789TJQKA2BR"
"""The first letters of cards from low to high; BJ and RJ are the Jokers."""
TRIES = 100
"""Ways to fill in each type of action that are looked at."""
GOOD_ROW = 3
"""Points for which a row is settled: three of a kind, a flush, a straight."""
AT_ONCE = 4
"""Turns that are answered at the same time."""
SILENCE_SECONDS = 45
"""A stream says something every 15 seconds; one that is silent for so long is broken."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds before something is tried again; they double from one time to the next."""
OUTAGE_SECONDS = 60
"""Trouble that comes within so long after trouble is the same, and isn't told again."""
OK, CREATED, UNAUTHORIZED, TOO_MANY, FAILED = 200, 201, 401, 429, 500
CHANCE = SystemRandom()

Json = dict[str, Any]


# -- the player: put your own here -----------------------------------------------------------------------
def choose(turn: Json) -> Json:
    """The action for a turn: this function is what you replace.

    `turn["view"]` has all that the seat may know: the table as `state`, and as `legal_actions` the types of action with
    the values that each field may take. This player fills them in by chance, some times each, and takes what looks best.
    """
    view = turn["view"]
    candidates = (filled(choice) for choice in view["legal_actions"] for _ in range(TRIES))
    return max(candidates, key=lambda action: merit(action, view["state"]))


def filled(choice: Json) -> Json:
    """A legal action of one type, by chance."""
    return {"type": choice["type"], **{field: value_of(values) for field, values in choice["fields"].items()}}


def value_of(values: Json) -> Any:
    """One of the values that a field may take, in each of the four forms that these have."""
    if "choose" in values:
        return CHANCE.sample(values["from"], values["choose"])
    if "groups" in values:
        cards = iter(CHANCE.sample(values["from"], sum(values["groups"])))
        return [[next(cards) for _ in range(size)] for size in values["groups"]]
    return CHANCE.choice(values.get("one_of") or values["any_of"])


def merit(action: Json, state: Json) -> float:
    """How good an action looks beside others of the same turn."""
    verb = action["type"].partition(".")[2]
    if verb == "pass":
        return -99
    if verb in {"cover", "open_row"}:
        return row_merit(action, state["oregon"])
    if verb == "exchange":
        return POKER.index(action["take"][0]) - POKER.index(action["give"][0])
    if verb == "play":  # many low cards at once; what beats everything is kept
        heights = [LANDLORD.index(card[0]) for card in action["cards"]]
        return len(heights) - sum(heights) / len(heights) - 50 * (action.get("kind") in {"bomb", "rocket"})
    worth = sum(likeness(hand) for value in action.values() if isinstance(value, list) for hand in hands_in(value))
    return -worth if verb in {"discard", "offer_three", "offer_sets"} else worth


def row_merit(action: Json, table: Json) -> float:
    """How good it looks to cover a card of an Oregon row: by what that adds. A row of 3 points is left when little is added."""
    row, turned = table["rows"][-1], table["turned"]
    if action["type"] == "ten-hands.open_row":
        return 1 if row["points"] >= GOOD_ROW else -99
    return likeness([turned if card == action["card"] else card for card in row["cards"]]) - likeness(row["cards"])


def hands_in(value: list[Any]) -> list[list[str]]:
    """Lists of cards: a field has one or several."""
    return value if isinstance(value[0], list) else [value]


def likeness(cards: list[str]) -> float:
    """How much cards look like a good poker hand: equal ranks, one suit, and at last their height."""
    equal = sum(count**2 for count in Counter(card[0] for card in cards).values())
    one_suit = 9 * (len(cards) > 2 and len({card[1] for card in cards}) == 1)  # noqa: PLR2004  # a pair has no suit
    return equal + one_suit + sum(POKER.index(card[0]) for card in cards) / 100


# -- the connection: keep this ---------------------------------------------------------------------------
class Client:
    """Sends requests with the agent's token. For any number of threads."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.token: str | None = None
        self.token_from = ""
        """Where the token was found, for whoever has to replace it."""
        self._lock, self._last_trouble = threading.Lock(), float("-inf")
        self._http = PoolManager(maxsize=AT_ONCE + 1, retries=False, timeout=SILENCE_SECONDS)

    def ask(
        self, method: str, path: str, body: Json | None = None, more: Mapping[str, str] | None = None, *, held: bool = False
    ) -> BaseHTTPResponse:
        """The answer; one that is held open is still to be read. Asks again until the service can answer."""
        headers = {**(more or {}), **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        waits = pauses()
        while True:
            pause = next(waits)
            try:
                reply = self._http.request(
                    method, self.url + path, json=body, headers=headers, preload_content=not held, redirect=False
                )
            except HTTPError as error:
                self.trouble(type(error).__name__)
            else:
                if reply.status != TOO_MANY and reply.status < FAILED:
                    return reply
                reply.close()
                after = reply.headers.get("Retry-After", "")
                pause = max(pause, float(after)) if after.isdecimal() else pause
                self.trouble(f"status {reply.status}")
            time.sleep(pause)

    def trouble(self, what: str) -> None:
        """Tell of an outage, once, though all threads meet it again and again."""
        with self._lock:
            before, self._last_trouble = self._last_trouble, time.monotonic()
            if self._last_trouble - before > OUTAGE_SECONDS:
                say(f"{what}: trying again until the service answers")


def pauses() -> Iterator[float]:
    """Seconds between tries: longer and longer up to a bound, and never two agents in step."""
    pause = FIRST_PAUSE
    while True:
        yield pause * CHANCE.uniform(0.5, 1)
        pause = min(2 * pause, LONGEST_PAUSE)


def turns_told(stream: BaseHTTPResponse) -> Iterator[Json]:
    """The turns in a stream of Server-Sent Events, as they come. Raises HTTPError where it breaks."""
    rest = b""
    while part := stream.read1():
        *blocks, rest = (rest + part).replace(b"\r\n", b"\n").split(b"\n\n")
        for block in blocks:
            data = [line[len(b"data:") :] for line in block.split(b"\n") if line.startswith(b"data:")]
            if data:  # a comment and `retry` have none
                yield json.loads(b"\n".join(data))


def listen(client: Client, name: str, turns: SimpleQueue[Json]) -> NoReturn:
    """Hand on every turn that is told, over one stream after another. Ends the program where the token isn't known."""
    while True:
        stream = client.ask("GET", "/v1/agents/me/stream", held=True)
        if stream.status != OK:
            give_up(client, stream)
        say(f"listening as {name}")
        try:
            for turn in turns_told(stream):
                turns.put(turn)
        except HTTPError as error:
            client.trouble(f"the stream broke ({type(error).__name__})")
        stream.close()
        time.sleep(next(pauses()))


def answer_all(client: Client, turns: SimpleQueue[Json]) -> NoReturn:
    """Answer one turn after another."""
    while True:
        answer(client, turns.get())


def answer(client: Client, turn: Json) -> None:
    """Act in a turn. Where it is over by now the service says so, and where it was answered already, what it said then."""
    game, version = turn["game_id"], turn["view"]["game"]["version"]
    once = {"If-Match": f'"{version}"', "Idempotency-Key": f"{game}-{version}"}
    for action in actions(client, turn):
        reply = client.ask("POST", f"/v1/games/{game}/actions", action, once)
        said = reply.json()
        if reply.status == OK and (result := said["view"]["game"]["result"]):
            say(f"{game} is over: you were seat {turn['seat']}, winners {result['winners']}, scores {result['scores']}")
        elif reply.status != OK:
            say(f"{game}: {action} {said['detail']}")
        if said.get("code") not in {"illegal_action", "validation_error"}:
            return


def actions(client: Client, turn: Json) -> Iterator[Json]:
    """What the player chooses, and then any legal action: a mistake must not stall the game."""
    try:
        yield choose(turn)
    except Exception:  # noqa: BLE001  # whatever is wrong with the player, the others at the table want to go on
        say(traceback.format_exc())
    yield from client.ask("GET", f"/v1/games/{turn['game_id']}/legal-actions?sample=1").json().get("actions", ())


# -- the start -------------------------------------------------------------------------------------------
def enter(client: Client, name: str, token_file: Path, wanted: Json) -> None:
    """Become the agent of the token in the environment or in the file; where there is none, register and keep it."""
    client.token, client.token_from = os.environ.get("AGENT_TOKEN"), "AGENT_TOKEN"
    if not client.token:
        client.token, client.token_from = kept(token_file), str(token_file)
    if not client.token:
        register(client, token_file, {"name": name, **wanted})
        return
    reply = client.ask("GET", "/v1/agents/me")
    if reply.status == OK:
        whose = reply.json()["agent"]["name"]
        if whose != name:
            sys.exit(f"The token from {client.token_from} is that of {whose}, not of {name}: start with --name {whose}.")
        reply = client.ask("PATCH", "/v1/agents/me", wanted)
    if reply.status != OK:
        give_up(client, reply)


def kept(token_file: Path) -> str | None:
    """The token in a file; None where there is no file, or nothing in it."""
    return (token_file.exists() and token_file.read_text().strip()) or None


def register(client: Client, token_file: Path, wanted: Json) -> None:
    """Become a new agent. The file for its token is made first, and is gone again where no token comes."""
    token_file.touch(0o600)
    try:
        reply = client.ask("POST", "/v1/agents", wanted)
        if reply.status != CREATED:
            give_up(client, reply)
        client.token = reply.json()["token"]
        token_file.write_text(f"{client.token}\n")
    finally:
        if client.token is None:
            token_file.unlink()


def give_up(client: Client, reply: BaseHTTPResponse) -> NoReturn:
    """End the program with the service's own words; of a refused token, with what can be done about it."""
    said = reply.json()["detail"]
    if reply.status == UNAUTHORIZED:
        said += f" It came from {client.token_from}. If it was replaced elsewhere, put the new one there;"
        said += " if the agent was removed, take this one away to register again."
    sys.exit(said)


def say(what: str) -> None:
    """Tell whoever looks on."""
    print(what, flush=True)


def main() -> None:
    """Play until stopped."""
    parser = argparse.ArgumentParser(description="An AI player for Card Commons.")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the service is")
    parser.add_argument("--name", required=True, help="3 to 32 of a-z 0-9 -")
    parser.add_argument("--rulesets", nargs="+", default=RULESETS, help="what it plays; else all four")
    parser.add_argument("--games", type=int, default=8, help="in how many games at a time")
    parser.add_argument("--token-file", type=Path, help="where its token is kept; else NAME.token (or set AGENT_TOKEN)")
    asked = parser.parse_args()
    client, turns = Client(asked.url), SimpleQueue[Json]()
    wanted = {"rulesets": list(asked.rulesets), "max_games": asked.games}
    enter(client, asked.name, asked.token_file or Path(f"{asked.name}.token"), wanted)
    for _ in range(AT_ONCE):
        threading.Thread(target=answer_all, args=(client, turns), daemon=True).start()
    listen(client, asked.name, turns)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped; its games wait for it until their clocks run out")
