import { type LimitRule, type RateLimitResult, verdictOf } from './result.ts';

/** A typed array up to this many numbers lives in the ordinary heap, where making one costs little. */
const firstCapacity = 8;

/**
 * The times of one subject's counted calls, oldest first, in a ring that grows with them up to the quota,
 * and the subject's place in a ring of subjects, from the longest idle to the latest.
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

  /** @param most calls that will ever be counted at once: the ring grows no further */
  add(time: number, most: number): void {
    if (this.count === this.#times.length) this.#grow(most);
    this.#times[(this.#start + this.count) % this.#times.length] = time;
    this.count += 1;
  }

  forgetNewest(): void {
    this.count -= 1;
  }

  forgetUntil(cutoff: number): void {
    while (this.count > 0 && this.oldest <= cutoff) this.forgetOldest(1);
  }

  /** Forgets none when `calls` is not positive. */
  forgetOldest(calls: number): void {
    const forgotten = Math.max(0, Math.min(calls, this.count));
    this.#start = (this.#start + forgotten) % this.#times.length;
    this.count -= forgotten;
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

/** What is known of a subject's calls that are counted elsewhere. */
export interface KnownCount {
  readonly counted: number;
  /** How long ago the oldest of them was made. */
  readonly oldestAgeMs: number;
}

/** What is known from elsewhere was on its way for at most so long. */
const transitMs = 1000;

/**
 * Everyone counted under one rule: each subject with a call inside the window, and nobody else.
 *
 * `maxSubjects` bounds how many are remembered at once. It binds only when that many have called within one
 * window; until then every verdict is exact. Beyond it a newcomer takes the place of whoever called
 * once and longest ago, and only when everyone called more than once, that of the longest idle.
 * Who is forgotten may exceed the quota by the calls forgotten. A flood of names that call once each
 * therefore pushes out only its own kind; and since each rule has its own table, strangers who fail to
 * sign in never push out users who did.
 */
export class SubjectTable {
  readonly #rule: LimitRule;
  readonly #windowMs: number;
  readonly #maxSubjects: number;
  readonly #logs = new Map<string, CallLog>();
  /** Each closes a ring of subjects: `newer` than it is the longest idle, `older` than it the latest. */
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

  /** Counts a call at `now` (milliseconds, never less than before) if the quota has room for it. */
  take(subject: string, now: number): RateLimitResult {
    this.sweep(now);
    const known = this.#logs.get(subject);
    known?.forgetUntil(now - this.#windowMs);
    if ((known?.count ?? 0) >= this.#rule.quota) {
      return verdictOf(this.#rule, false, known?.count ?? 0, known === undefined ? 0 : now - known.oldest);
    }
    const log = known ?? this.#admit(subject);
    log.add(now, this.#rule.quota);
    // Only a counted call moves its subject, so each ring stays in the order of the newest calls.
    moveToLatest(log, log.count === 1 ? this.#calledOnce : this.#calledMore);
    return verdictOf(this.#rule, true, log.count, now - log.oldest);
  }

  /** Calls of the subject inside the window. */
  countOf(subject: string, now: number): number {
    const log = this.#logs.get(subject);
    log?.forgetUntil(now - this.#windowMs);
    return log?.count ?? 0;
  }

  /**
   * Takes over a count from elsewhere. Of the calls known here those that have left there are forgotten, then the
   * oldest while there are too many; calls that are missing count as made at `now`.
   */
  setCount(subject: string, { counted, oldestAgeMs }: KnownCount, now: number): void {
    this.sweep(now);
    const wanted = Math.min(counted, this.#rule.quota);
    const known = this.#logs.get(subject);
    if (wanted <= 0) return known === undefined ? undefined : this.#drop(known);
    const log = known ?? this.#admit(subject);
    log.forgetUntil(now - oldestAgeMs - transitMs);
    log.forgetOldest(log.count - wanted);
    if (log.count === wanted) return;
    while (log.count < wanted) log.add(now, this.#rule.quota);
    moveToLatest(log, log.count === 1 ? this.#calledOnce : this.#calledMore);
  }

  giveBack(subject: string): void {
    const log = this.#logs.get(subject);
    log?.forgetNewest();
    if (log?.count === 0) this.#drop(log);
  }

  /** Drops who has no call left inside the window; with every take, so that it rarely finds more than one. */
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
