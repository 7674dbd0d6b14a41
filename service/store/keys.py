"""Every key of the store: its name, its type and how long it lives.

With the prefix `cc`, and a game's id in braces so that Redis Cluster puts all keys of a game in one slot:

| key | type | what | life |
| --- | --- | --- | --- |
| `cc:{id}` | hash | `v` version, decimal; `t` the table's bytes; `s` the state's bytes | the game's |
| `cc:{id}:log` | list | event number i + 1 at index i, bytes; its length is the version | the game's |
| `cc:{id}:kept` | hash | answers kept for idempotent requests: field, bytes | the last answer's, at most the game's |
| `cc:{id}:kept:until` | sorted set | the same fields, scored by the end of their life in ms | as `cc:{id}:kept` |
| `cc:{id}:wake` | channel | the new version, decimal, at every change; `0` when the game is removed | - |
| `cc:agent:{name}` | hash | `token` SHA-256 of an agent's token; `about` its description | until it isn't seen for long |
| `cc:agent:{name}:seen` | string | there is one while the agent counts as online | a minute or so |
| `cc:agent:{name}:games` | set | ids of the games in which it has a seat | the agent's |
| `cc:agent:{name}:results` | hash | how its games ended: `<ruleset>:<word>`, a number | the agent's |
| `cc:agent:{name}:wake` | channel | the version of a game in which it is its turn | - |
| `cc:agents` | sorted set | names of agents, all scored 0, so in alphabetical order | for ever |
| `cc:closing` | channel | who is counted for streams that must end, for their token is closed | - |
| `cc:closed` | sorted set | of whom the channel told lately, scored by the time in ms | a day after the last |
| `cc:public:<status>:<ruleset>` | sorted set | ids of public games, scored by the time of their creation in ms | for ever |

All times are milliseconds since 1970, UTC.
"""

from typing import Final

DEFAULT_PREFIX: Final = "cc"


class Keys:
    """The names of all keys under one prefix."""

    def __init__(self, prefix: str = DEFAULT_PREFIX) -> None:
        """Raise ValueError for a prefix with braces: they would move the hash tag away from the game's id."""
        if "{" in prefix or "}" in prefix:
            raise ValueError(f"The key prefix {prefix!r} has a brace in it; braces mark the id of a game.")
        self._prefix = prefix

    def game(self, game_id: str) -> str:
        """The hash of version, table and state."""
        return f"{self._prefix}:{{{game_id}}}"

    def log(self, game_id: str) -> str:
        """The list of events."""
        return f"{self._prefix}:{{{game_id}}}:log"

    def wake(self, game_id: str) -> str:
        """The channel, which is no key: it holds nothing."""
        return f"{self._prefix}:{{{game_id}}}:wake"

    def agent(self, name: str) -> str:
        """The hash of an agent."""
        return f"{self._prefix}:agent:{{{name}}}"

    def of_agent(self, name: str) -> tuple[str, str, str, str]:
        """All four keys of an agent in the order that the scripts take them: agent, seen, games, results."""
        agent = self.agent(name)
        return agent, f"{agent}:seen", f"{agent}:games", f"{agent}:results"

    def agent_wake(self, name: str) -> str:
        """The channel that tells of an agent's turns."""
        return f"{self.agent(name)}:wake"

    def agents(self) -> str:
        """The names of all agents."""
        return f"{self._prefix}:agents"

    def closing(self) -> str:
        """The channel that names the owners of streams whose token is closed."""
        return f"{self._prefix}:closing"

    def closed(self) -> str:
        """Those whom the channel has named lately, for who was not listening."""
        return f"{self._prefix}:closed"

    def of_game(self, game_id: str) -> tuple[str, str, str, str]:
        """All four keys of a game in the order that the scripts take them: game, log, kept, kept until."""
        game = f"{self._prefix}:{{{game_id}}}"
        return game, f"{game}:log", f"{game}:kept", f"{game}:kept:until"

    def public(self, status: str, ruleset: str) -> str:
        """The list of public games of one status and ruleset."""
        return f"{self._prefix}:public:{status}:{ruleset}"
