/** A quota of calls in any period as long as the window. A name has one quota and one window. */
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
export function rateLimitResult(
  rule: LimitRule,
  allowed: boolean,
  counted: number,
  oldestAgeMs: number,
): RateLimitResult {
  return {
    allowed,
    remaining: Math.max(0, rule.quota - counted),
    // Rounded up, so that a client that waits this long is allowed.
    resetSeconds: Math.max(1, Math.ceil((rule.windowSeconds * 1000 - oldestAgeMs) / 1000)),
  };
}

/**
 * The rate limit headers: those of the IETF draft (seconds until reset) and the `X-` ones that clients read today
 * (reset as a Unix time). `now` is in milliseconds. Names are in lower case, because Fastify would allocate a
 * lower-case copy of each name for each response.
 */
export function limitHeaders(
  rule: LimitRule,
  result: RateLimitResult,
  now: number = Date.now(),
): Record<string, string> {
  const { name, quota, windowSeconds } = rule;
  const { allowed, remaining, resetSeconds } = result;
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
