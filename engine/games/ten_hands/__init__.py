"""Ten Hands: a solitaire of poker hands out of one deck, played against three bots that get the same deck.

One player, 54 cards, two of them Jokers. Classic: out of a pool of 10 cards, filled up by 5 after each
hand, bank ten hands of 5; they are compared with each bot's ten, strongest with strongest down to weakest
with weakest, 1 point for a stronger hand and half a point for an equal one. Oregon: build rows of 5 cards,
card by card; each row scores by its poker hand, and the totals are compared. Who does better than the
Expert wins.

Decided here, where the rules of the table leave it open:

- The bots play along, each at a table of its own: in classic each banks its next hand when the player has
  banked one; in Oregon each has dealt with every card that the player has. Each sees what a player would
  see there, and nothing of the other tables. What they made is shown when the player's game is over.
- The bots' chances come from the game's seed as those of the seats 1 (Beginner), 2 (Skilled) and 3 (Expert),
  the move being the number of moves that this bot has made; so a whole game replays to the same bytes.
- A classic game has no score before it is over (it counts as 0); Oregon's is the total of the rows as they
  lie, the current one too.
- Oregon: opening a row with exactly the last 5 cards ends the game as well, for the deck has run out. A
  short last row counts matching ranks alone, and a Joker in it is a zero.

Versions of the rules: 1, the first.
"""
