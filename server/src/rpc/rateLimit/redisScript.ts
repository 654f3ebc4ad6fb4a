/**
 * Counts or denies one call atomically across nodes.
 *
 * KEYS[1] is a list of the times of the counted calls, oldest first, in microseconds.
 * ARGV: the quota, the window in microseconds, and the time; '' for the clock of Redis, which all nodes share.
 * Replies with whether the call is allowed (1 or 0), how many are counted, and the age of the oldest.
 */
export const consumeScript = `
local key, quota, window, now = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

-- The wall clock may be set back. By less than a window: use the newest time until the clock has caught up.
-- By more: delete the list, because waiting would lock the subject out for as long as the step.
local newest = tonumber(redis.call('LINDEX', key, -1))
if newest and newest - now > window then
  redis.call('DEL', key)
elseif newest and newest > now then
  now = newest
end

-- In large steps first: trimming a quota of a million must not block Redis.
for _, stride in ipairs({ 1024, 1 }) do
  local last = tonumber(redis.call('LINDEX', key, stride - 1))
  while last and last <= now - window do
    redis.call('LTRIM', key, stride, -1)
    last = tonumber(redis.call('LINDEX', key, stride - 1))
  end
end

local counted = redis.call('LLEN', key)
local allowed = counted < quota
if allowed then
  redis.call('RPUSH', key, now)
  -- A second longer than the window: expiry is in milliseconds and may come early by one.
  redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
  counted = counted + 1
end
local oldest = tonumber(redis.call('LINDEX', key, 0)) or now
return { allowed and 1 or 0, counted, now - oldest }
`;
