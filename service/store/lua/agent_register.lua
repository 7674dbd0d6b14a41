-- Adds an agent, unless there is one of its name.
--
-- KEYS  1 agent (hash)  2 seen (string)  3 games (set)  4 results (hash)     all in one slot
-- ARGV  1 hash of its token, bytes  2 description, bytes  3 its life, ms
-- Gives 1: added. 0: the name is taken.

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('DEL', unpack(KEYS))
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'about', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
