-- Removes a game with all its keys and wakes whoever reads it.
--
-- KEYS  1 game (hash)  2 log (list)  3 kept (hash)  4 kept:until (sorted set)     all in one slot
-- ARGV  1 channel to wake: it is told version 0
-- Gives 1: removed. 0: there was no such game.

local removed = redis.call('EXISTS', KEYS[1])
redis.call('DEL', unpack(KEYS))
if removed == 1 then
  redis.call('PUBLISH', ARGV[1], 0)
end
return removed
