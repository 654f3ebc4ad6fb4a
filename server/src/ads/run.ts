import type { Ad, OpenAd } from '@magpie/contract';

/** When an ad ran. `adExpressions.sql.ts` has the same rules for ClickHouse. */

/** Days for which a confirmation counts, unless a live source is read more often. */
export const defaultFreshnessDays = 14;

const minutesPerDay = 1440;

/** Three intervals of a live source: one failed run or two do not end its ads. */
export function computeFreshnessDays(everyMinutes: number): number {
  return Math.min(defaultFreshnessDays, Math.ceil((3 * everyMinutes) / minutesPerDay));
}

/** Days are counted from 1970. */
export interface RunDays {
  /** Whether the source states that the ad does not run. */
  readonly isStopped: boolean;
  readonly startDay: number;
  /** Infinite if no end is known. */
  readonly endDay: number;
  readonly confirmedDay: number;
  readonly freshnessDays: number;
}

/** Whether a source states the end. An ad without a recent confirmation is not known to have ended. */
export function hasEnded(today: number, { isStopped, endDay }: Pick<RunDays, 'isStopped' | 'endDay'>) {
  return isStopped || endDay < today;
}

/** Whether the ad runs or, if its start is planned, is still expected to. */
export function isExpected(today: number, run: RunDays): boolean {
  return !hasEnded(today, run) && run.confirmedDay + run.freshnessDays >= today;
}

export function isActive(today: number, run: RunDays): boolean {
  return run.startDay <= today && isExpected(today, run);
}

/** The day the ad ended or was last confirmed, or today while it runs. */
export function findLastDay(today: number, run: RunDays): number {
  if (isActive(today, run)) return today;
  return Math.min(today, run.endDay < today ? run.endDay : run.confirmedDay);
}

export function countDaysRunning(today: number, run: RunDays): number {
  return Math.max(1, findLastDay(today, run) - run.startDay);
}

export interface StatedRun extends RunDays {
  /** Whether the start and the end are dates of the source. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
  /** Whether the source states that the ad runs. */
  readonly isStatedActive: boolean;
}

/** Whether the source states both ends of the run. Otherwise the ad may have run longer than its days. */
export function areDaysExact(today: number, run: StatedRun): boolean {
  if (!run.hasStart) return false;
  if (run.hasEnd && run.endDay < today) return true;
  return (run.hasEnd || run.isStatedActive) && isActive(today, run);
}

/** The days after the start of an ad during which it was observed. */
export interface ObservedRun {
  /** The day on which it was found running. An ad that was found later, or on its first day, counts from its start. */
  readonly from: number;
  readonly to: number;
  readonly hasEnded: boolean;
}

/** Null for an ad that is planned, or that stopped on an unknown day: it was never seen running after its first day. */
export function observeRun(
  today: number,
  run: RunDays & Pick<StatedRun, 'hasEnd'> & { readonly firstSeenDay: number },
): ObservedRun | null {
  const { startDay, endDay, confirmedDay, firstSeenDay } = run;
  if (startDay > today) return null;
  const ended = hasEnded(today, run);
  const isEndKnown = run.hasEnd && endDay < today;
  if (ended && !isEndKnown && confirmedDay <= startDay) return null;
  const wasFoundRunning = firstSeenDay > startDay && firstSeenDay <= findLastDay(today, run);
  return {
    from: wasFoundRunning ? firstSeenDay - startDay : 0,
    to: countDaysRunning(today, run),
    hasEnded: ended,
  };
}

export interface RunFacts {
  /** As stated by the source. */
  readonly status: OpenAd['status'];
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly firstSeenAt: string;
  readonly lastConfirmedAt: string | null;
  readonly freshnessDays: number;
}

type Run = Pick<Ad, 'status' | 'daysRunning' | 'daysRunningKind'>;

export function describeRun(facts: RunFacts, today: string): Run {
  const [day, run] = [toDay(today), toStatedRun(facts)];
  return {
    status: isActive(day, run) ? 'active' : 'inactive',
    daysRunning: countDaysRunning(day, run),
    daysRunningKind: toDaysKind(areDaysExact(day, run)),
  };
}

export function toDaysKind(areExact: boolean): Run['daysRunningKind'] {
  return areExact ? 'exact' : 'atLeast';
}

function toStatedRun(facts: RunFacts): StatedRun {
  return {
    hasStart: facts.startDate !== null,
    hasEnd: facts.endDate !== null,
    isStatedActive: facts.status === 'active',
    ...readEnd(facts),
    startDay: toDay(getStartDate(facts)),
    confirmedDay: toDay(getConfirmedDate(facts)),
    freshnessDays: facts.freshnessDays,
  };
}

function readEnd({ status, endDate }: Pick<RunFacts, 'status' | 'endDate'>) {
  return { isStopped: status === 'inactive', endDay: endDate === null ? Infinity : toDay(endDate) };
}

/** Whether a source states that the ad runs on the day of its sighting. Without a status or an end it does. */
export function isStatedRunning(date: string, facts: Pick<RunFacts, 'status' | 'endDate'>): boolean {
  return !hasEnded(toDay(date), readEnd(facts));
}

/** The start date, or the day of the first sighting. */
export function getStartDate({ startDate, firstSeenAt }: Pick<RunFacts, 'startDate' | 'firstSeenAt'>) {
  return startDate ?? firstSeenAt.slice(0, 10);
}

/** The start of an ad that has ended; the day before for one of which nothing confirms that it ran. */
export function getConfirmedDate(
  facts: Pick<RunFacts, 'startDate' | 'firstSeenAt' | 'lastConfirmedAt' | 'freshnessDays'>,
): string {
  if (facts.lastConfirmedAt !== null) return facts.lastConfirmedAt.slice(0, 10);
  const start = getStartDate(facts);
  if (facts.freshnessDays > 0) return start;
  const firstSeen = facts.firstSeenAt.slice(0, 10);
  // A start may be planned.
  return toDate(toDay(start < firstSeen ? start : firstSeen) - 1);
}

/** Ads without a published start count on the day of their first sighting. */
export function describeStarts(ads: number, publishedStarts: number) {
  return { kind: publishedStarts === ads ? 'measured' : 'estimated', ads, publishedStarts } as const;
}

const dayMilliseconds = 86_400_000;

export function toDay(date: string): number {
  return Date.parse(date) / dayMilliseconds;
}

export function toDate(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}

export function dayOfTime(milliseconds: number): number {
  return Math.floor(milliseconds / dayMilliseconds);
}
