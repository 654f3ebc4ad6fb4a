import { type LimitRule, type RateLimitResult, rateLimitResult } from './result.ts';

/** V8 allocates a typed array of up to this many numbers on its heap, which is cheap. */
const firstCapacity = 8;

/**
 * The times of one subject's counted calls, oldest first, in a ring buffer that grows up to the quota. It is also
 * a node of a linked ring of subjects, from the longest idle to the latest.
 */
class CallLog {
  readonly subject: string;
  older: CallLog = this;
  newer: CallLog = this;
  count = 0;
  #start = 0;
  #times = new Float64Array(firstCapacity);

  constructor(subject: string) {
    this.subject = subject;
  }

  /** Of the oldest counted call; meaningless while `count` is 0. */
  get oldest(): number {
    return this.#times[this.#start] ?? 0;
  }

  get newest(): number {
    return this.#times[(this.#start + this.count - 1) % this.#times.length] ?? 0;
  }

  /** @param most calls that can be counted at once: the maximum size of the ring buffer */
  add(time: number, most: number): void {
    if (this.count === this.#times.length) this.#grow(most);
    this.#times[(this.#start + this.count) % this.#times.length] = time;
    this.count += 1;
  }

  removeNewest(): void {
    this.count -= 1;
  }

  removeUntil(cutoff: number): void {
    while (this.count > 0 && this.oldest <= cutoff) this.removeOldest(1);
  }

  /** Removes none if `calls` is not positive. */
  removeOldest(calls: number): void {
    const removed = Math.max(0, Math.min(calls, this.count));
    this.#start = (this.#start + removed) % this.#times.length;
    this.count -= removed;
  }

  #grow(most: number): void {
    const grown = new Float64Array(Math.min(this.#times.length * 2, most));
    const untilEnd = this.#times.subarray(this.#start);
    grown.set(untilEnd);
    grown.set(this.#times.subarray(0, this.#start), untilEnd.length);
    this.#times = grown;
    this.#start = 0;
  }
}

/** A subject's count from elsewhere, such as Redis. */
export interface KnownCount {
  readonly counted: number;
  /** Age of the oldest counted call. */
  readonly oldestAgeMs: number;
}

/** Maximum delay of a count from elsewhere. */
const transitMs = 1000;

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
  readonly #logs = new Map<string, CallLog>();
  /** The sentinels of two rings of subjects: `newer` is the longest idle, `older` the latest. */
  readonly #calledOnce = new CallLog('');
  readonly #calledMore = new CallLog('');

  constructor(rule: LimitRule, maxSubjects: number) {
    this.#rule = rule;
    this.#windowMs = rule.windowSeconds * 1000;
    this.#maxSubjects = maxSubjects;
  }

  get size(): number {
    return this.#logs.size;
  }

  /** Counts a call at `now` (monotonic milliseconds) if the quota allows it. */
  consume(subject: string, now: number): RateLimitResult {
    this.sweep(now);
    const known = this.#logs.get(subject);
    known?.removeUntil(now - this.#windowMs);
    if ((known?.count ?? 0) >= this.#rule.quota) {
      return rateLimitResult(
        this.#rule,
        false,
        known?.count ?? 0,
        known === undefined ? 0 : now - known.oldest,
      );
    }
    const log = known ?? this.#admit(subject);
    log.add(now, this.#rule.quota);
    // Only a counted call moves its subject, so each ring stays ordered by the newest call.
    moveToLatest(log, log.count === 1 ? this.#calledOnce : this.#calledMore);
    return rateLimitResult(this.#rule, true, log.count, now - log.oldest);
  }

  /** Calls of the subject inside the window. */
  countOf(subject: string, now: number): number {
    const log = this.#logs.get(subject);
    log?.removeUntil(now - this.#windowMs);
    return log?.count ?? 0;
  }

  /**
   * Adopts a count from elsewhere. Removes calls that have expired there, then the oldest surplus calls; missing
   * calls are added with the time `now`.
   */
  setCount(subject: string, { counted, oldestAgeMs }: KnownCount, now: number): void {
    this.sweep(now);
    const wanted = Math.min(counted, this.#rule.quota);
    const known = this.#logs.get(subject);
    if (wanted <= 0) return known === undefined ? undefined : this.#drop(known);
    const log = known ?? this.#admit(subject);
    log.removeUntil(now - oldestAgeMs - transitMs);
    log.removeOldest(log.count - wanted);
    if (log.count === wanted) return;
    while (log.count < wanted) log.add(now, this.#rule.quota);
    moveToLatest(log, log.count === 1 ? this.#calledOnce : this.#calledMore);
  }

  refund(subject: string): void {
    const log = this.#logs.get(subject);
    log?.removeNewest();
    if (log?.count === 0) this.#drop(log);
  }

  /** Drops subjects without a call inside the window. Runs with every `consume`, so that it rarely finds more than one. */
  sweep(now: number): void {
    this.#sweepRing(this.#calledOnce, now - this.#windowMs);
    this.#sweepRing(this.#calledMore, now - this.#windowMs);
  }

  #sweepRing(ends: CallLog, cutoff: number): void {
    while (ends.newer !== ends && ends.newer.newest <= cutoff) this.#drop(ends.newer);
  }

  #admit(subject: string): CallLog {
    if (this.#logs.size >= this.#maxSubjects) {
      this.#drop(
        this.#calledOnce.newer === this.#calledOnce ? this.#calledMore.newer : this.#calledOnce.newer,
      );
    }
    const log = new CallLog(subject);
    this.#logs.set(subject, log);
    return log;
  }

  #drop(log: CallLog): void {
    this.#logs.delete(log.subject);
    unlink(log);
  }
}

function moveToLatest(log: CallLog, ends: CallLog): void {
  unlink(log);
  log.older = ends.older;
  log.newer = ends;
  log.older.newer = log;
  ends.older = log;
}

function unlink(log: CallLog): void {
  log.older.newer = log.newer;
  log.newer.older = log.older;
}
