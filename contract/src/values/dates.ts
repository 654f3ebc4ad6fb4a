import { z } from 'zod';
import { describeValue, must } from './wording.ts';

const day = z.regexes.date.source.slice(1, -1);
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`;
const zone = String.raw`(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)`;
const dateOrTime = new RegExp(`^${day}(?:T${clock}${zone}?)?$`);

/** Without the type, generated clients use `unknown`. */
const dateOrTimeFormats = [
  { type: 'string', format: 'date' },
  { type: 'string', format: 'date-time' },
] as const;

const expectedTime = 'be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z';

const dayLength = 86_400_000;
/** The dates that both databases can store. No ad lies outside them, so clamping a range to them selects the same ads. */
const firstInstant = Date.UTC(1900, 0, 1);
const lastInstant = Date.UTC(2300, 0, 1) - 1;

/**
 * Writes the offset of a time as `Date.parse` reads it: `Z` where none is given, since a time without an offset is in UTC
 * here and in the time zone of the machine there, and `+02:00` for `+0200` and `+02`.
 */
function withOffset(value: string): string {
  if (isDate(value) || value.endsWith('Z')) return value;
  const offset = /([+-]\d\d):?(\d\d)?$/.exec(value.slice(11));
  if (offset === null) return `${value}Z`;
  const [written, hours = '', minutes = '00'] = offset;
  return `${value.slice(0, -written.length)}${hours}:${minutes}`;
}

export const isoDateOrTime = z
  .string({ error: (issue) => must(expectedTime, issue.input) })
  .refine((value) => dateOrTime.test(value))
  .overwrite(withOffset)
  .meta({ anyOf: dateOrTimeFormats });

function isDate(value: string): boolean {
  return value.length === 10;
}

function toIso(instant: number): string {
  return new Date(Math.min(Math.max(instant, firstInstant), lastInstant)).toISOString();
}

export interface RangeStart {
  readonly day: string;
  readonly instant: string;
}

export interface RangeEnd {
  readonly day: string;
  readonly before: string;
}

export function startOfRange(value: string): RangeStart {
  const instant = toIso(Date.parse(value));
  return { day: instant.slice(0, 10), instant };
}

/** A date includes its whole day, a time its whole millisecond. */
export function endOfRange(value: string): RangeEnd {
  const before = firstAfter(value);
  return { day: toIso(before - 1).slice(0, 10), before: toIso(before) };
}

function firstAfter(dateTo: string): number {
  return Date.parse(dateTo) + (isDate(dateTo) ? dayLength : 1);
}

interface DateRange {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

export function isOutsideAdDates({ dateFrom, dateTo }: DateRange): boolean {
  const isLater = dateFrom !== undefined && Date.parse(dateFrom) > lastInstant;
  return isLater || (dateTo !== undefined && firstAfter(dateTo) <= firstInstant);
}

export const dateRange = {
  dateFrom: isoDateOrTime
    .optional()
    .describe('Ads that started on or after this date; if the start is unknown, that were first seen then.'),
  dateTo: isoDateOrTime
    .optional()
    .describe('Ads that started on or before this date, including that whole day.'),
};

export const asOf = isoDateOrTime
  .optional()
  .describe('The answer as it was known at the end of this date, or at this time. Default: now.');

export function orderedDates<Schema extends z.ZodType<DateRange>>(schema: Schema): Schema {
  return schema.check(({ value, issues }) => {
    const { dateFrom, dateTo } = value;
    if (dateFrom === undefined || dateTo === undefined) return;
    if (Date.parse(dateFrom) < firstAfter(dateTo)) return;
    const message = `must not be after dateTo (${dateTo}), got ${describeValue(dateFrom)}`;
    issues.push({ code: 'custom', path: ['dateFrom'], message, input: dateFrom });
  });
}

const isoLength = '2026-01-31T12:00:00.000Z'.length;

/** In one step, because an import reads ten times per ad. `length` is that of the part of the ISO 8601 text. */
function timeOfAd(length: number) {
  return z
    .string({ error: (issue) => must(expectedTime, issue.input) })
    .transform((value, context) => {
      const time = parseTime(value);
      if (time !== null && time >= '1900' && time < '2300') return time.slice(0, length);
      const expected = time === null ? expectedTime : 'lie between 1900-01-01 and 2299-12-31';
      context.issues.push({ code: 'custom', message: must(expected, value), input: value });
      return z.NEVER;
    })
    .meta({ anyOf: dateOrTimeFormats });
}

const usualTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?$/;

/** The time as ISO 8601 text; null for invalid text. The slow pattern, which handles leap years, only runs for unusual formats. */
function parseTime(value: string): string | null {
  if (usualTime.test(value)) {
    const time = new Date(value);
    // The parser moves a day that does not exist into the next month.
    if (time.getUTCDate() === Number(value.slice(8, 10))) {
      return value.length === isoLength ? value : time.toISOString();
    }
  }
  return dateOrTime.test(value) ? new Date(withOffset(value)).toISOString() : null;
}

export const dayOfAd = timeOfAd('2026-01-31'.length);

export const instantOfAd = timeOfAd(isoLength);

const storable = isoDateOrTime.refine(
  (value) => Date.parse(value) >= firstInstant && Date.parse(value) <= lastInstant,
  { error: (issue) => must('lie between 1900-01-01 and 2299-12-31', issue.input) },
);

/** An instant; a date means the end of that day. */
export const expiry = storable.transform((value) =>
  toIso(Date.parse(value) + (isDate(value) ? dayLength : 0)),
);

export const isoTime = z.iso.datetime();
export const calendarDate = z.iso.date();
export const calendarMonth = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
  .describe('Such as 2026-01.');
