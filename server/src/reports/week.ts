import { endOfRange, weekdays } from '@magpie/contract';
import { invalidField } from '../rpc/invalidField.ts';

/** Seven days in UTC. */
export interface Week {
  readonly from: string;
  readonly to: string;
}

const dayMilliseconds = 86_400_000;
/** With alert digests. */
const mailHour = 7;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10);
}

function toWeek(to: string): Week {
  return { from: addDays(to, -6), to };
}

/** The last seven whole days, or those up to a past day. */
export function chooseWeek(dateTo: string | undefined, now: Date): Week {
  const yesterday = addDays(now.toISOString().slice(0, 10), -1);
  if (dateTo === undefined) return toWeek(yesterday);
  const { day } = endOfRange(dateTo);
  if (day > yesterday) throw invalidField('dateTo', `must be a day before today; got ${day}`);
  if (day < '1900-01-07') throw invalidField('dateTo', `must not be before 1900-01-07; got ${day}`);
  return toWeek(day);
}

/** The seven days before a mail is due. */
export function weekBefore(dueAt: Date): Week {
  return chooseWeek(undefined, dueAt);
}

/** The last time at or before now when reports of a weekday are due; 1 is Monday. */
export function lastDue(weekday: number, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), mailHour);
  const last = new Date(today > now.getTime() ? today - dayMilliseconds : today);
  const days = (last.getUTCDay() - weekday + 7) % 7;
  return new Date(last.getTime() - days * dayMilliseconds);
}

export function nextDue(weekday: number, now: Date): Date {
  return new Date(lastDue(weekday, now).getTime() + 7 * dayMilliseconds);
}

/** For each weekday, Monday first. */
export function lastDueTimes(now: Date): Date[] {
  return weekdays.map((_, index) => lastDue(index + 1, now));
}
