"""Landlord's combinations once more, slowly and as the rules say them: what the tables are held against.

Cards are ranks here, as text: "3" to "A", "2", "BJ", "RJ"; their order in a tuple is from lowest to highest.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product

RANKS = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "BJ", "RJ")
SEQUENCE_RANKS = RANKS[:12]
SUITED_RANKS = RANKS[:13]
MOST_CARDS = 20

Reading = tuple[str, str, int]
"""Kind, the rank that is compared, and the number of ranks in sequence."""

ALIKE = {1: "single", 2: "pair", 3: "triplet", 4: "bomb"}
SEQUENCES = {1: ("straight", 5), 2: ("pair_sequence", 3), 3: ("triplet_sequence", 2)}
"""By the cards of each rank: the kind, and the fewest ranks of it."""


def rank_of(card: str) -> str:
    return card if card in ("BJ", "RJ") else card[0]


def ranks_of(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted((rank_of(card) for card in cards), key=RANKS.index))


def runs(fewest: int) -> Iterator[tuple[str, ...]]:
    """Ranks in sequence, at least so many of them."""
    for low in range(len(SEQUENCE_RANKS)):
        for high in range(low + fewest, len(SEQUENCE_RANKS) + 1):
            yield SEQUENCE_RANKS[low:high]


RUNS = frozenset(runs(2))


def cores() -> Iterator[tuple[str, tuple[str, ...], int, str, int]]:
    """Kind, ranks, how many of each, which extras, how many of those."""
    for rank in RANKS:
        yield "single", (rank,), 1, "", 0
    for rank in SUITED_RANKS:
        for each in (2, 3, 4):
            yield ALIKE[each], (rank,), each, "", 0
        yield "triplet_single", (rank,), 3, "singles", 1
        yield "triplet_pair", (rank,), 3, "pairs", 1
        yield "four_two_singles", (rank,), 4, "different singles", 2
        yield "four_two_pairs", (rank,), 4, "pairs", 2
    for each, (kind, fewest) in SEQUENCES.items():
        for run in runs(fewest):
            yield kind, run, each, "", 0
    for run in runs(2):
        yield "triplet_sequence_singles", run, 3, "singles", len(run)
        yield "triplet_sequence_pairs", run, 3, "pairs", len(run)


def extras(which: str, count: int, core: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Each choice of extra cards of other ranks than the core's."""
    others = [rank for rank in RANKS if rank not in core]
    if which == "pairs":
        for pairs in combinations([rank for rank in others if rank in SUITED_RANKS], count):
            yield tuple(rank for rank in pairs for _ in range(2))
    elif which == "different singles":
        yield from combinations(others, count)
    else:
        for singles in combinations_with_replacement(others, count):
            if not {"BJ", "RJ"} <= set(singles) and all(singles.count(rank) <= held(rank) for rank in singles):
                yield singles


def held(rank: str) -> int:
    return 4 if rank in SUITED_RANKS else 1


def every_reading() -> Iterator[tuple[tuple[str, ...], Reading]]:
    """Each combination that there is, once for each way to read it: its ranks and the reading."""
    for kind, core, each, which, count in cores():
        size = each * len(core) + count * (2 if which == "pairs" else 1)
        if size <= MOST_CARDS:
            for added in extras(which, count, core):
                ranks = sorted([*(rank for rank in core for _ in range(each)), *added], key=RANKS.index)
                yield tuple(ranks), (kind, core[-1], len(core))
    yield ("BJ", "RJ"), ("rocket", "RJ", 1)


def readings(ranks: tuple[str, ...]) -> dict[str, tuple[str, int]]:
    """How these ranks can be read, of each kind the highest: the compared rank and the length, by kind."""
    found: dict[str, tuple[str, int]] = {}
    for kind, rank, length in all_readings(ranks):
        if kind not in found or RANKS.index(rank) > RANKS.index(found[kind][0]):
            found[kind] = (rank, length)
    return found


def all_readings(ranks: tuple[str, ...]) -> Iterator[Reading]:
    """Each way to read these ranks, judged by the definitions one after the other."""
    counts = Counter(ranks)
    if ranks == ("BJ", "RJ"):
        yield "rocket", "RJ", 1
    if len(counts) == 1:
        yield ALIKE[len(ranks)], ranks[0], 1
    for each, (kind, fewest) in SEQUENCES.items():
        if set(counts.values()) == {each} and tuple(counts) in RUNS and len(counts) >= fewest:
            yield kind, ranks[-1], len(counts)
    triplets = [rank for rank in counts if counts[rank] == 3]
    for low, high in combinations(range(len(triplets) + 1), 2):
        core = tuple(triplets[low:high])
        if len(core) == 1 or core in RUNS:
            yield from with_triplets(core, counts - Counter(dict.fromkeys(core, 3)))
    for rank in counts:
        if counts[rank] == 4:
            yield from with_four(rank, counts - Counter({rank: 4}))


def with_triplets(core: tuple[str, ...], rest: Counter[str]) -> Iterator[Reading]:
    prefix = "triplet" if len(core) == 1 else "triplet_sequence"
    plural = "" if len(core) == 1 else "s"
    if rest.total() == len(core) and not ("BJ" in rest and "RJ" in rest):
        yield f"{prefix}_single{plural}", core[-1], len(core)
    if len(rest) == len(core) and set(rest.values()) == {2}:
        yield f"{prefix}_pair{plural}", core[-1], len(core)


def with_four(rank: str, rest: Counter[str]) -> Iterator[Reading]:
    if len(rest) == 2 and set(rest.values()) == {1}:
        yield "four_two_singles", rank, 1
    if len(rest) == 2 and set(rest.values()) == {2}:
        yield "four_two_pairs", rank, 1


def beats(play: Reading, trick: Reading) -> bool:
    if play[0] == "rocket":
        return True
    if play[0] == "bomb" and trick[0] not in ("bomb", "rocket"):
        return True
    same_kind_and_size = play[0] == trick[0] and play[2] == trick[2]
    return same_kind_and_size and RANKS.index(play[1]) > RANKS.index(trick[1])


def plays(hand: tuple[str, ...], trick: Reading | None) -> set[tuple[tuple[str, ...], str]]:
    """Ranks and kind of all that may be played out of a hand, found by trying each choice of its cards."""
    counts = Counter(hand)
    ranks = sorted(counts, key=RANKS.index)
    found = set()
    for chosen in product(*(range(counts[rank] + 1) for rank in ranks)):
        cards = tuple(rank for rank, count in zip(ranks, chosen, strict=True) for _ in range(count))
        for kind, (rank, length) in readings(cards).items() if cards else ():
            if trick is None or beats((kind, rank, length), trick):
                found.add((cards, kind))
    return found
