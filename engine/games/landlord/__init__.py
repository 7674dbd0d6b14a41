"""Landlord: each deal one player plays alone, as the Landlord, against the two Farmers.

Three players, 54 cards, 17 to each and 3 aside. The seats bid 1 to 3 for the Landlord's place; the
highest bidder takes the cards aside, shown to all, and leads. Whoever wants to play must beat the last
play with a higher one of the same kind and size, or with a bomb or the rocket; after two passes in a
row the last player leads again. The deal ends when somebody plays a last card. The bid, doubled for
every bomb, rocket and spring, is what each Farmer pays to the Landlord or gets. The highest total
after 3 or 6 deals wins.

Decided here, where the rules of the table leave it open:

- Seat 0 bids first in the first deal, then the next seat, and so on; "left" is seat + 1.
- Three passes without a bid throw the deal in: the next shuffle is dealt, with the same first bidder and
  the same deal number. The cards of a deal that was thrown in stay hidden.
- A triplet's extra card or pair is of another rank, and the two Jokers are no pair. A triplet
  sequence's extra singles are of other ranks than the sequence and may be alike, but not both Jokers;
  its extra pairs are all of different ranks. Four + 2 takes two singles of different ranks (both
  Jokers are that) or two pairs of different ranks; it is no bomb.
- Cards that can be read in more than one way: of one kind the highest reading counts; on a trick the
  reading that beats it; when leading the reading with the fewest extra cards, unless a kind is named.
- A bomb or the rocket doubles the stake whoever plays it, as a last play too.
- All seats with the highest total share the win.

Versions of the rules: 1, the first.
"""
