"""Five-Three: draft eight cards, then split them into a 5-card hand and a 3-card hand.

Two players, 21 cards: 10, J, Q, K and A of each suit and one Joker. Each round 1 card is set aside unseen, 6 are
dealt to each player and 8 are the draw pile. In turn, four turns each, a player draws a card and then uses
one of four actions that all must be used once: reserve 1 card, discard 2, offer 3 (the opponent keeps 1),
offer two sets of 2 (the opponent keeps one). What was reserved and kept comes to 8 cards, which both split in
secret. The stronger 5-card hand scores 2 points and the stronger 3-card hand 1; equal hands score for both.
The first to reach the target wins.

Decided here, where the rules of the table leave it open:

- Seat 0 starts the first round. A turn is: draw 1 (by itself), then one unused action.
- An offer is answered before the next turn begins. What the opponent doesn't keep goes to the one who offered.
- Kept cards are face up. The reserved card is known to its owner until both builds are shown, discards to
  whoever discarded them. The card set aside is known to nobody, not even when the round is scored: the state
  doesn't hold it, only the shuffle in the record of a finished game shows it.
- A round that leaves both players at or past the target is decided by its 5-card hands, then by its 3-card
  hands. Where both are equal another round decides, in the same way: its points count too, and since both
  are past the target, whoever has the stronger 5-card hand in it wins, whatever the scores.
- The target is 5; a match may be made shorter or longer, from 1 to 20.

Versions of the rules: 1, the first.
"""
