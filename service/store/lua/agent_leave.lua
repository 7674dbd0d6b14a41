-- Notes that an agent's seat in a game is over; whoever says it first is heard, so that a game counts once.
--
-- KEYS  1 agent (hash)  2 seen (string)  3 games (set)  4 results (hash)     all in one slot
-- ARGV  1 id of the game  2 how it ended for the agent, empty: it doesn't count
-- Gives 1: noted. 0: it had no seat there.

if redis.call('SREM', KEYS[3], ARGV[1]) == 0 then
  return 0
end
local life = redis.call('PTTL', KEYS[1])
if ARGV[2] ~= '' and life > 0 then
  redis.call('HINCRBY', KEYS[4], ARGV[2], 1)
  redis.call('PEXPIRE', KEYS[4], life)
end
return 1
