/** A quota of calls in any stretch of time as long as the window. A name has one quota and one window. */
export interface LimitRule {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  /** Calls that the subject could still make at this moment. */
  readonly remaining: number;
  /** Whole seconds, at least 1, until the oldest counted call leaves the window; the window when none is counted. */
  readonly resetSeconds: number;
}

/** @param oldestAgeMs how long ago the oldest counted call was made; 0 when none is counted */
export function verdictOf(
  rule: LimitRule,
  allowed: boolean,
  counted: number,
  oldestAgeMs: number,
): RateLimitResult {
  return {
    allowed,
    remaining: Math.max(0, rule.quota - counted),
    // Rounded up: a client that waits as told finds a free place.
    resetSeconds: Math.max(1, Math.ceil((rule.windowSeconds * 1000 - oldestAgeMs) / 1000)),
  };
}

/**
 * What a limited answer tells: the IETF draft's fields (seconds to go) and the `X-` ones that clients read
 * today (the reset as a Unix time). `now` in milliseconds. The names are in lower case because Fastify has
 * to make a new string of any other, for each header of each answer.
 */
export function limitHeaders(
  rule: LimitRule,
  verdict: RateLimitResult,
  now: number = Date.now(),
): Record<string, string> {
  const { name, quota, windowSeconds } = rule;
  const { allowed, remaining, resetSeconds } = verdict;
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${name}";q=${quota};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(quota),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(now / 1000) + resetSeconds),
  };
  if (!allowed) headers['retry-after'] = String(resetSeconds);
  return headers;
}
