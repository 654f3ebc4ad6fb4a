/** A quota of calls in any period as long as the window. A name has one quota and one window. */
export interface LimitRule {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

export interface RateLimitResult {
  readonly allowed: boolean;
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

class CallLog {
  readonly #times: number[] = [];
  #start = 0;

  get count(): number {
    return this.#times.length - this.#start;
  }

  /** Meaningless while `count` is 0. */
  get oldest(): number {
    return this.#times[this.#start] ?? 0;
  }

  get newest(): number {
    return this.#times.at(-1) ?? 0;
  }

  add(time: number): void {
    this.#times.push(time);
  }

  removeNewest(): void {
    if (this.count > 0) this.#times.pop();
  }

  removeUntil(cutoff: number): void {
    while (this.count > 0 && this.oldest <= cutoff) this.removeOldest(1);
  }

  /** Removes none if `calls` is not positive. */
  removeOldest(calls: number): void {
    this.#start += Math.max(0, Math.min(calls, this.count));
    // Not for every call: moving the times of a large quota takes long.
    if (this.#start > this.#times.length / 2) {
      this.#times.splice(0, this.#start);
      this.#start = 0;
    }
  }
}

class OrderedLogs extends Map<string, CallLog> {
  #oldestFirst = this.keys();

  /** One iterator for all evictions: a new one would step over every key that was deleted since the last rehash. */
  evictOldest(): void {
    let oldest = this.#oldestFirst.next();
    if (oldest.done) {
      this.#oldestFirst = this.keys();
      oldest = this.#oldestFirst.next();
    }
    if (!oldest.done) this.delete(oldest.value);
  }
}

/** A subject's count from elsewhere, such as Redis. */
export interface KnownCount {
  readonly counted: number;
  readonly oldestAgeMs: number;
}

/** Maximum delay of a count from elsewhere. */
const transitMs = 1000;
const sweepPauseMs = 1000;

/**
 * All subjects of one rule that have a call inside the window.
 *
 * `maxSubjects` bounds the memory. Below it every result is exact. Beyond it a new subject evicts the subject with
 * a single call that is idle longest, or, if all have several calls, the one that is idle longest. An evicted
 * subject may exceed the quota by its evicted calls. A flood of subjects with one call each therefore evicts only
 * its own kind; and since each rule has its own table, failed sign-ins never evict signed-in users.
 */
export class SubjectTable {
  readonly #rule: LimitRule;
  readonly #windowMs: number;
  readonly #maxSubjects: number;
  readonly #calledOnce = new OrderedLogs();
  readonly #calledMore = new OrderedLogs();
  #nextSweepAt = -Infinity;

  constructor(rule: LimitRule, maxSubjects: number) {
    this.#rule = rule;
    this.#windowMs = rule.windowSeconds * 1000;
    this.#maxSubjects = maxSubjects;
  }

  get size(): number {
    return this.#calledOnce.size + this.#calledMore.size;
  }

  consume(subject: string, now: number): RateLimitResult {
    if (now >= this.#nextSweepAt) this.sweep(now);
    const log = this.#find(subject, now) ?? new CallLog();
    const allowed = log.count < this.#rule.quota;
    if (allowed) {
      log.add(now);
      this.#moveToEnd(subject, log);
    }
    return rateLimitResult(this.#rule, allowed, log.count, log.count === 0 ? 0 : now - log.oldest);
  }

  countOf(subject: string, now: number): number {
    return this.#find(subject, now)?.count ?? 0;
  }

  /** Missing calls are added with the time `now`; expired and surplus calls are removed. */
  setCount(subject: string, { counted, oldestAgeMs }: KnownCount, now: number): void {
    if (now >= this.#nextSweepAt) this.sweep(now);
    const wanted = Math.min(counted, this.#rule.quota);
    if (wanted <= 0) return this.#drop(subject);
    const log = this.#get(subject) ?? new CallLog();
    log.removeUntil(now - oldestAgeMs - transitMs);
    log.removeOldest(log.count - wanted);
    if (log.count === wanted) return;
    while (log.count < wanted) log.add(now);
    this.#moveToEnd(subject, log);
  }

  refund(subject: string): void {
    const log = this.#get(subject);
    log?.removeNewest();
    if (log?.count === 0) this.#drop(subject);
  }

  sweep(now: number): void {
    this.#nextSweepAt = now + sweepPauseMs;
    for (const logs of [this.#calledOnce, this.#calledMore]) {
      for (const [subject, log] of logs) {
        if (log.newest > now - this.#windowMs) break;
        logs.delete(subject);
      }
    }
  }

  #find(subject: string, now: number): CallLog | undefined {
    const log = this.#get(subject);
    log?.removeUntil(now - this.#windowMs);
    return log;
  }

  #get(subject: string): CallLog | undefined {
    return this.#calledOnce.get(subject) ?? this.#calledMore.get(subject);
  }

  #moveToEnd(subject: string, log: CallLog): void {
    this.#drop(subject);
    if (this.size >= this.#maxSubjects) {
      (this.#calledOnce.size > 0 ? this.#calledOnce : this.#calledMore).evictOldest();
    }
    (log.count === 1 ? this.#calledOnce : this.#calledMore).set(subject, log);
  }

  #drop(subject: string): void {
    this.#calledOnce.delete(subject);
    this.#calledMore.delete(subject);
  }
}
