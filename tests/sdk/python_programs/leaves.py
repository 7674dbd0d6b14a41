"""A word for every leaf of the three great unions. A leaf that a document adds is one that nothing here says a word for."""

from collections.abc import Iterable
from typing import assert_never

from card_commons_client.models import (
    CenterRowBuild,
    CenterRowBuiltEvent,
    CenterRowDealtEvent,
    CenterRowExchange,
    CenterRowExchangedEvent,
    CenterRowLockedEvent,
    CenterRowPass,
    CenterRowPassedEvent,
    CenterRowShownEvent,
    CenterRowView,
    CreatedEvent,
    EventPage,
    FiveThreeBuild,
    FiveThreeBuiltEvent,
    FiveThreeChooseCard,
    FiveThreeChooseSet,
    FiveThreeChosenEvent,
    FiveThreeDealtEvent,
    FiveThreeDiscard,
    FiveThreeDiscardedEvent,
    FiveThreeDrewEvent,
    FiveThreeOfferedEvent,
    FiveThreeOfferSets,
    FiveThreeOfferThree,
    FiveThreeReserve,
    FiveThreeReservedEvent,
    FiveThreeRoundOverEvent,
    FiveThreeView,
    GameOverEvent,
    GameView,
    JoinedEvent,
    LandlordBid,
    LandlordBidEvent,
    LandlordChosenEvent,
    LandlordDealOverEvent,
    LandlordDealtEvent,
    LandlordPass,
    LandlordPassedEvent,
    LandlordPlay,
    LandlordPlayedEvent,
    LandlordThrownInEvent,
    LandlordView,
    LegalActionPage,
    ResignedEvent,
    SeatTakenOverEvent,
    StartedEvent,
    TenHandsBank,
    TenHandsBankedEvent,
    TenHandsBotsShownEvent,
    TenHandsCover,
    TenHandsCoveredEvent,
    TenHandsDealtEvent,
    TenHandsOpenedRowEvent,
    TenHandsOpenRow,
    TenHandsTurnedEvent,
    TenHandsView,
    TimedOutEvent,
)


def cards(held: Iterable[str]) -> str:
    """Cards as a word."""
    return " ".join(held)


def hands(held: Iterable[Iterable[str]]) -> str:
    """Several hands as a word."""
    return ", ".join(map(cards, held))


def of_actions(page: LegalActionPage) -> Iterable[str]:
    """A word for each action of a page."""
    for action in page.actions:
        match action:
            case FiveThreeReserve() | FiveThreeChooseCard() | TenHandsCover():
                yield action.card
            case FiveThreeDiscard() | FiveThreeOfferThree() | TenHandsBank() | LandlordPlay():
                yield cards(action.cards)
            case FiveThreeOfferSets():
                yield hands(action.sets)
            case FiveThreeBuild():
                yield hands([action.five, action.three])
            case CenterRowBuild():
                yield hands(action.hands)
            case CenterRowExchange():
                yield f"{action.take} for {action.give}"
            case LandlordBid():
                yield f"bid {action.points}"
            case FiveThreeChooseSet() | CenterRowPass() | LandlordPass() | TenHandsOpenRow():
                yield action.type_
            case _:
                assert_never(action)


def of_table(view: GameView) -> str:
    """A word for the table, whatever the game."""
    match view.state:
        case None:
            return "waits for players"
        case FiveThreeView() as state:
            return f"round {state.round_}"
        case CenterRowView() as state:
            return f"phase {state.phase} of {state.phases}"
        case TenHandsView() as state:
            return f"{state.cards_left} cards left"
        case LandlordView() as state:
            return f"deal {state.deal} of {state.deals}"
        case _:
            assert_never(view.state)


def of_events(page: EventPage) -> Iterable[str]:
    """The type of each event of a page, as whoever knows every type would find it."""
    for event in page.events:
        match event:
            case (
                CreatedEvent()
                | JoinedEvent()
                | StartedEvent()
                | TimedOutEvent()
                | ResignedEvent()
                | SeatTakenOverEvent()
                | GameOverEvent()
            ):
                yield event.type_
            case (
                FiveThreeDealtEvent()
                | FiveThreeDrewEvent()
                | FiveThreeReservedEvent()
                | FiveThreeDiscardedEvent()
                | FiveThreeOfferedEvent()
                | FiveThreeChosenEvent()
                | FiveThreeBuiltEvent()
                | FiveThreeRoundOverEvent()
            ):
                yield event.type_
            case (
                CenterRowDealtEvent()
                | CenterRowExchangedEvent()
                | CenterRowPassedEvent()
                | CenterRowLockedEvent()
                | CenterRowBuiltEvent()
                | CenterRowShownEvent()
            ):
                yield event.type_
            case (
                TenHandsDealtEvent()
                | TenHandsTurnedEvent()
                | TenHandsBankedEvent()
                | TenHandsCoveredEvent()
                | TenHandsOpenedRowEvent()
                | TenHandsBotsShownEvent()
            ):
                yield event.type_
            case (
                LandlordDealtEvent()
                | LandlordBidEvent()
                | LandlordPassedEvent()
                | LandlordChosenEvent()
                | LandlordThrownInEvent()
                | LandlordPlayedEvent()
                | LandlordDealOverEvent()
            ):
                yield event.type_
            case _:
                assert_never(event)
