"""What a body can't be is answered with what it must be: the values of a closed set, bounds, and patterns in words."""

import re
from collections.abc import Callable, Iterator

import pytest
from msgspec import Struct, inspect

import service.app  # noqa: F401  # with it, every shape is there
from service.play import must_be
from tests.calling import InProcess, Table

Create = Callable[..., Table]
WORDED = frozenset({must_be.WORDS})


def sentence(api: InProcess, method: str, path: str, body: object) -> str:
    """The one sentence of a refusal, after the place that it concerns."""
    reply = api.call(method, path, body)
    assert (reply.status, reply.json["code"]) == (422, "validation_error")
    [(place, [said])] = reply.json["errors"].items()
    assert reply.json["detail"] == (f"{place}: {said}" if place else said)
    return f"{place}: {said}"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"ruleset": "chess"}, "ruleset: It must be five-three, center-row, ten-hands or landlord, not 'chess'."),
        ({}, "ruleset: It is required, and must be five-three, center-row, ten-hands or landlord."),
        ({"ruleset": "landlord", "visibility": "secret"}, "visibility: It must be unlisted or public, not 'secret'."),
        ({"ruleset": "ten-hands", "options": {"variant": "x"}}, "options.variant: It must be classic or oregon, not 'x'."),
        ({"ruleset": "landlord", "options": {"deals": 4}}, "options.deals: It must be a multiple of 3, from 3 to 6, not 4."),
        ({"ruleset": "landlord", "options": {"target": 3}}, "options.target: There is no such field, only deals."),
        ({"ruleset": "landlord", "turn_seconds": 4}, "turn_seconds: It must be a whole number from 5 to 86400, not 4."),
        (
            {"ruleset": "landlord", "turn_seconds": 10**400},
            "turn_seconds: It must be a whole number from 5 to 86400, not one so large.",
        ),
        (
            {"ruleset": "landlord", "seed": "x" * 129},
            "seed: It must be a string of 1 to 128 characters, not a string of 129 characters.",
        ),
        ({"ruleset": "landlord", "seats": [{}] * 5}, "seats: It must be a list of 1 to 4 entries, not a list of 5."),
        ({"ruleset": "landlord", "seats": {}}, "seats: It must be a list of 1 to 4 entries, not an object."),
        ({"ruleset": "center-row", "seats": [{"kind": "bot"}]}, "seats: There must be 2, 3 or 4 of them, not 1."),
        ([], ": It must be an object, not a list of 0."),
    ],
)
def test_a_game_that_can_t_be_is_told_what_it_must_be(api: InProcess, wanted: object, said: str) -> None:
    assert sentence(api, "POST", "/v1/games", wanted) == said


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ({"kind": "bot", "level": "genius"}, "level: It must be beginner, skilled or expert, not 'genius'."),
        ({"kind": "bot", "level": 5}, "level: It must be beginner, skilled or expert, not 5."),
        ({"kind": "ghost"}, "kind: It must be player, open, bot or agent, not 'ghost'."),
        ({"kind": None}, "kind: It must be player, open, bot or agent, not null."),
        ({"kind": "open", "name": "Ann"}, "name: There is no such field, only kind."),
        ({"kind": "player", "seat": 1}, "seat: There is no such field, only kind and name."),
        ({"kind": "agent", "name": "My_Agent"}, "name: It must be a name of 3 to 32 of a-z, 0-9 and -, not 'My_Agent'."),
        ({"kind": "agent"}, "name: It is required, and must be a name of 3 to 32 of a-z, 0-9 and -."),
        ({"kind": "player", "name": ""}, "name: It must be a name of 1 to 40 characters, not ''."),
        ({"kind": "player", "name": "x" * 41}, "name: It must have 1 to 40 characters after trimming, not 41."),
    ],
)
def test_a_seat_that_can_t_be_is_told_what_it_must_be(api: InProcess, seat: object, said: str) -> None:
    wanted = {"ruleset": "landlord", "seats": [{"kind": "bot"}, seat, {"kind": "bot"}]}
    assert sentence(api, "POST", "/v1/games", wanted) == f"seats.1.{said}"


def test_the_level_of_a_hint_and_the_seat_of_a_guest_are_told_what_they_must_be(table: Create, api: InProcess) -> None:
    open_table = table(seats=[{"kind": "player"}, {"kind": "open"}, {"kind": "bot"}])
    said = table().post("/hint", {"level": "genius"}, 0).json["detail"]
    assert said == "level: It must be beginner, skilled or expert, not 'genius'."
    said = sentence(api, "POST", f"{open_table.path}/join", {"name": "Ben", "seat": 3})
    assert said == "seat: It must be a seat of the game, from 0 to 2, not 3."


def test_an_agent_and_hands_that_can_t_be_are_told_what_they_must_be(api: InProcess) -> None:
    said = sentence(api, "POST", "/v1/agents", {"name": "My_Agent", "rulesets": ["landlord"]})
    assert said == "name: It must be a name of 3 to 32 of a-z, 0-9 and -, not 'My_Agent'."
    said = sentence(api, "POST", "/v1/agents", {"name": "some-one", "rulesets": ["landlord"], "max_games": 0})
    assert said == "max_games: It must be a whole number from 1 to 1000, not 0."
    said = sentence(api, "POST", "/v1/rulesets/landlord/hands", {"hands": [["3c", "1c"]]})
    assert said.startswith("hands.0.1: It must be a card: a rank of 23456789TJQKA and a suit of cdhs, or BJ or RJ for a Joker")


# -- of every type that is read ------------------------------------------------------------------------
def requests(base: type[Struct] = Struct) -> Iterator[type[Struct]]:
    """Every Struct that a request may be read into: those that take no unknown field."""
    for shape in base.__subclasses__():
        if shape.__struct_config__.forbid_unknown_fields:
            yield shape
        yield from requests(shape)


def parts(info: inspect.Type) -> Iterator[inspect.Type]:
    """A type, and all that it is made of but the Structs, which have their own turn."""
    yield info
    if isinstance(info, inspect.UnionType):
        for one in info.types:
            yield from parts(one)
    if isinstance(info, inspect.VarTupleType):
        yield from parts(info.item_type)
    if isinstance(info, inspect.Metadata) and WORDED.isdisjoint(info.extra or ()):
        yield from parts(info.type)


SHAPES = tuple(requests())


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_every_place_of_every_body_has_words(shape: type[Struct]) -> None:
    info = inspect.type_info(shape)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if isinstance(field.type, inspect.AnyType):
            assert shape.__subclasses__(), "only a base may leave open what a field is"
            continue
        found = list(parts(field.type))
        assert must_be.words(field.type)
        assert "None" not in "".join(map(must_be.words, found))
        assert not any(one.pattern for one in found if isinstance(one, inspect.StrType)), "a pattern needs its words"


def strings(info: inspect.Type) -> Iterator[inspect.StrType]:
    """The strings in a type, those with words too."""
    for one in parts(info):
        if isinstance(one, inspect.StrType):
            yield one
        elif isinstance(one, inspect.Metadata) and WORDED.intersection(one.extra or ()):
            yield from strings(one.type)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_a_pattern_holds_to_the_very_end(shape: type[Struct]) -> None:
    """Python's $ also matches before a line feed at the end; a bound on the length, or another end, does not."""
    info = inspect.type_info(shape)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        for one in strings(field.type):
            assert one.pattern is None or one.max_length or one.pattern.endswith(r"\Z"), field.name


@pytest.mark.parametrize("name", ["NewLandlordGame", "BotSeat", "NewAgent", "HandsToJudge", "Play", "JoinGame", "AgentChange"])
def test_the_types_that_are_read_are_all_found(name: str) -> None:
    assert name in {shape.__name__ for shape in SHAPES}


@pytest.mark.parametrize("value", [None, True, 5, 7.5, "x", "x" * 50, [], {}, 10**30])
def test_a_value_of_any_kind_is_answered_in_words(api: InProcess, value: object) -> None:
    for wanted in (
        {"ruleset": value},
        {"ruleset": "landlord", "options": {"deals": [value]}},
        {"ruleset": "landlord", "seed": [value]},
    ):
        assert re.search(r": It must be .*, not .*\.$", sentence(api, "POST", "/v1/games", wanted))
