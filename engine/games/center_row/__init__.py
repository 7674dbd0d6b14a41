"""Center row: swap cards with a face-up row over two or three phases, then build poker hands from what was kept.

Each phase deals every seat some cards face down and a row of cards face up. The seats take turns, one
exchange or pass each: a card of the row for a card of the hand, in the open. At the end of a phase the
hands are locked and the row is discarded. After the last phase everybody builds five-card hands from the
locked cards, in secret and at the same time; strongest is compared with strongest, and so on down.

    seats  phases  dealt to each  center row  turns each  hands  left over
        2       3              5           8           3      3          0
        3       3              4           6           2      2          2
        4       2              5           7           3      2          0

Decided here, where the rules of the table leave it open:

- Seat 0 starts the first phase, the next seat the second; "left" is seat + 1.
- The card given must have been held before the exchange, so no card goes back to where it was taken from
  in one turn, and it must be of this phase: locked cards stay. It lies in the place of the card taken.
- Everybody knows the cards that a player took and still holds or has locked, and the rows discarded.
- The two cards left over in a game of three are not shown, not even when the game is over.
- A Joker counts as in engine/poker.py; the two Jokers are equal in every way.
- Of those level on points, all whose weakest hand is the strongest of theirs share the win; one whose
  weakest hand is weaker does not.

Versions of the rules: 1, the first.
"""
