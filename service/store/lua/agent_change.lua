-- Changes an agent's token and description, for who has its present token.
--
-- KEYS  1 agent (hash)  2 seen (string)  3 games (set)  4 results (hash)     all in one slot
-- ARGV  1 hash of the present token, bytes  2 hash of the new one, bytes  3 description, bytes
-- Gives 1: changed. 0: the token is another, or there is no such agent.

if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'token', ARGV[2], 'about', ARGV[3])
return 1
