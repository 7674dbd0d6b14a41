/** The shuffles of a finished game, made again from its seed: DESIGN.md, "The shuffle". */

const SUITS = "cdhs";
const deckOf = (ranks, jokers) => [...[...ranks].flatMap((rank) => [...SUITS].map((suit) => rank + suit)), ...jokers];

/** The canonical deck of each ruleset. */
const DECKS = {
  "five-three": deckOf("TJQKA", ["RJ"]),
  "center-row": deckOf("23456789TJQKA", ["BJ", "RJ"]),
  "ten-hands": deckOf("23456789TJQKA", ["BJ", "RJ"]),
  landlord: deckOf("3456789TJQKA2", ["BJ", "RJ"]),
};

const encoder = new TextEncoder();

const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of a record's seed. */
export function seedBytes({ seed, seeded }) {
  if (seeded) return encoder.encode(seed);
  if (!/^([0-9a-f]{2})+$/.test(seed)) return new Uint8Array();
  return Uint8Array.from(seed.match(/../g), (pair) => parseInt(pair, 16));
}

/** Whether this browser lets a page compute at this address: only at https and on this machine itself. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

/** The fingerprint of a seed, in hex. */
export const commitment = async (seed) => hex(await sha256(encoder.encode("commit:"), seed));

/** Shuffle number `number` (from 0) of a ruleset's deck. */
export async function shuffled(ruleset, seed, number) {
  const cards = [...DECKS[ruleset]];
  let words = [];
  let block = 0;
  for (let index = cards.length - 1; index > 0; index -= 1) {
    const bound = index + 1;
    for (;;) {
      if (!words.length) {
        const bytes = await sha256(seed, encoder.encode(`:shuffle:${number}:${block}`));
        const view = new DataView(bytes.buffer);
        words = Array.from({ length: 8 }, (_, at) => view.getUint32(at * 4));
        block += 1;
      }
      const word = words.shift();
      if (word >= Math.floor(2 ** 32 / bound) * bound) continue;
      const other = word % bound;
      [cards[index], cards[other]] = [cards[other], cards[index]];
      break;
    }
  }
  return cards;
}

/**
 * What comes out when a record is computed again: `{commitment, promised, shuffles, seeded}`, where `commitment` says
 * whether the seed has the record's fingerprint, `promised` whether that is the one that was seen before the game (null
 * where none was), and `shuffles` for each shuffle whether it follows from the seed.
 */
export async function check(record, seenBefore = null) {
  const seed = seedBytes(record);
  const shuffles = await Promise.all(record.shuffles.map(async (cards, number) => String(await shuffled(record.ruleset, seed, number)) === String(cards)));
  return {
    commitment: (await commitment(seed)) === record.commitment,
    promised: seenBefore && seenBefore === record.commitment,
    shuffles,
    seeded: record.seeded,
  };
}
