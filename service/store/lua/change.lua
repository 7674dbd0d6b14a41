-- Stores one change of a game, or nothing at all: the only script that writes a game.
-- It creates a game too: the version of a game that isn't there is 0.
--
-- KEYS  1 game (hash)  2 log (list)  3 kept (hash)  4 kept:until (sorted set)     all in one slot
-- ARGV  1 expected version, decimal
--       2 table, bytes
--       3 state, bytes
--       4 end of the game's life, ms since 1970
--       5 channel to wake
--       6 field of the answer to keep, empty: none
--       7 that answer, bytes
--       8 end of that answer's life, ms since 1970
--       9 further channels to wake, a space between
--       10 and on: events, bytes, at least one
-- Gives 1: stored. 0: the game is at another version, or gone.
--
-- It runs on Redis 6.2: PEXPIREAT has no LT there and PEXPIRETIME is missing, so the life of the kept answers is
-- worked out from their scores.

local FIRST_EVENT = 10
local AT_ONCE = 1000 -- unpack() fails at some 8000
local FORGET_AT_MOST = 16 -- more than the one that is added, so the answers that have ended become fewer

if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[1] then
  return 0
end

local version
for first = FIRST_EVENT, #ARGV, AT_ONCE do
  version = redis.call('RPUSH', KEYS[2], unpack(ARGV, first, math.min(first + AT_ONCE - 1, #ARGV)))
end
redis.call('HSET', KEYS[1], 'v', version, 't', ARGV[2], 's', ARGV[3])

if ARGV[6] ~= '' then
  local time = redis.call('TIME') -- seconds and microseconds
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local ended = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, FORGET_AT_MOST)
  if #ended > 0 then
    redis.call('HDEL', KEYS[3], unpack(ended))
    redis.call('ZREM', KEYS[4], unpack(ended))
  end
  redis.call('HSET', KEYS[3], ARGV[6], ARGV[7])
  redis.call('ZADD', KEYS[4], ARGV[8], ARGV[6])
end

redis.call('PEXPIREAT', KEYS[1], ARGV[4])
redis.call('PEXPIREAT', KEYS[2], ARGV[4])
local last = redis.call('ZRANGE', KEYS[4], -1, -1, 'WITHSCORES')[2]
if last then
  local ends = math.min(tonumber(last), tonumber(ARGV[4]))
  redis.call('PEXPIREAT', KEYS[3], ends)
  redis.call('PEXPIREAT', KEYS[4], ends)
end

redis.call('PUBLISH', ARGV[5], version)
for channel in string.gmatch(ARGV[9], '%S+') do
  redis.call('PUBLISH', channel, version)
end
return 1
