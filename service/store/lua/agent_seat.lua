-- Notes that an agent has a seat in a game, if it takes one more.
--
-- KEYS  1 agent (hash)  2 seen (string)  3 games (set)  4 results (hash)     all in one slot
-- ARGV  1 id of the game  2 how many games it takes, decimal  3 channel to wake: it may be its turn there
-- Gives 1: noted. 0: it has that many, isn't here, or is gone.

if redis.call('EXISTS', KEYS[1], KEYS[2]) < 2 or redis.call('SCARD', KEYS[3]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('SADD', KEYS[3], ARGV[1])
redis.call('PEXPIRE', KEYS[3], redis.call('PTTL', KEYS[1]))
redis.call('PUBLISH', ARGV[3], 0)
return 1
