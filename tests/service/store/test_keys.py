"""The names of the keys: what is of one game is in one slot of a Redis Cluster."""

import pytest
from redis.crc import key_slot

from service.store.keys import Keys

IDS = ["a", "q3TkY0b2Zp1rJw8mN5vLxA", "-_-", "{", "}", "}x{", "a:log"]


@pytest.mark.parametrize("game_id", IDS[:3])
def test_all_keys_of_a_game_are_in_one_slot(game_id: str) -> None:
    keys = Keys("cc")
    assert len({key_slot(key.encode()) for key in keys.of_game(game_id)}) == 1


def test_games_are_spread_over_the_slots() -> None:
    keys = Keys("cc")
    assert len({key_slot(keys.game(f"game{number}").encode()) for number in range(100)}) > 90


def test_each_key_has_its_name_in_one_place() -> None:
    keys = Keys("cc")
    assert keys.of_game("id") == (keys.game("id"), keys.log("id"), "cc:{id}:kept", "cc:{id}:kept:until")
    assert (keys.game("id"), keys.log("id"), keys.wake("id")) == ("cc:{id}", "cc:{id}:log", "cc:{id}:wake")
    assert keys.public("waiting", "landlord") == "cc:public:waiting:landlord"


def test_no_id_however_odd_names_a_key_of_another_game() -> None:
    keys = Keys("cc")
    names = [name for game_id in IDS for name in keys.of_game(game_id)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("prefix", ["a{b", "a}b", "{x}"])
def test_a_prefix_with_a_brace_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="brace"):
        Keys(prefix)
