/** What differs between test runs. */
interface NormalizeOptions {
  /** The start of the run; later times become noon. */
  readonly began: number;
  /** Texts that differ in each run, and their placeholders. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** The placeholder for today. */
const steadyDay = Date.UTC(2026, 0, 31);
const dayMilliseconds = 86_400_000;

const moment = /^(\d{4}-\d\d-\d\d)(T[\d:.]+Z)?$/;

/** Random secrets and numbers, and their placeholders. */
const drawn: readonly (readonly [RegExp, string])[] = [
  // First, because an ellipsis is not allowed in a URI.
  [/(?<=[?&]code=)mgc_\w+/g, 'the-code'],
  [/\b(mg[acpr]_)\w+/g, '$1…'],
  [/\bwhsec_[\w+/=]+/g, 'whsec_…'],
  [/\bmsg_\w+/g, 'msg_…'],
  [/(?<=\/files\/)[\w.-]+/g, 'the-end-of-the-link'],
  [/(?<=\/join\/)[\w-]+/g, 'the-end-of-the-link'],
  [/(?<=\/r\/)\d+\.[\w.-]+/g, 'the-end-of-the-link'],
  [/(?<=embedded ClickHouse [\d.]+ in )\S+/g, './data/clickhouse'],
  [/(?<=[?&]token=)[\w.-]+/g, 'the-end-of-the-link'],
  [/(?<=[?&]to=)[\d-]+&asOf=[\w.%-]+/g, '2026-01-30&asOf=2026-01-31T12%3A00%3A00.000Z'],
];

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/** `Nov 14`, `Nov 14, 2026`, or a range: `Nov 11 – 17, 2026`. */
const writtenDays = new RegExp(
  String.raw`\b${month} \d{1,2}(, \d{4})?( – (?:${month} )?\d{1,2}, \d{4})?\b`,
  'g',
);
const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const fullDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
/** How a range is written depends on where a month ends. */
const steadyRange = 'Jan 24 – 30, 2026';

/** A cursor depends on the caller, whose id is random. */
const steadyCursor = 4_369_596_651_929_601;

/** Replaces values that differ between runs: days are relative to today, secrets are replaced. */
export function normalize<T>(value: T, steadying: NormalizeOptions): T {
  return steadied(value, steadying) as T;
}

function steadied(value: unknown, steadying: NormalizeOptions): unknown {
  if (typeof value === 'string') return steadyText(value, steadying);
  // Engines on other processors may differ in the last digits.
  if (typeof value === 'number') return Math.round(value * 10_000) / 10_000;
  if (Array.isArray(value)) return value.map((each) => steadied(each, steadying));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'nextCursor' && each !== null ? steadyCursor : steadied(each, steadying),
    ]),
  );
}

function steadyText(text: string, { began, replaced }: NormalizeOptions): string {
  const time = moment.exec(text);
  if (time !== null) return steadyTime(text, began);
  let steadyOne = text;
  for (const [one, other] of replaced) steadyOne = steadyOne.replaceAll(one, other);
  for (const [pattern, other] of drawn) steadyOne = steadyOne.replaceAll(pattern, other);
  return steadyOne.replaceAll(writtenDays, (day: string, year?: string, end?: string) =>
    end === undefined ? steadyWrittenDay(day, year !== undefined, began) : steadyRange,
  );
}

/** Without a year, a day of the last twelve months. */
function steadyWrittenDay(text: string, hasYear: boolean, began: number): string {
  const today = startOfDay(began);
  const thisYear = new Date(today).getUTCFullYear();
  const parse = (year: number): number => Date.parse(`${text}, ${year} UTC`);
  const parsed = hasYear ? Date.parse(`${text} UTC`) : parse(thisYear);
  const instant = hasYear || parsed <= today ? parsed : parse(thisYear - 1);
  return (hasYear ? fullDay : shortDay).format(instant - today + steadyDay);
}

function startOfDay(instant: number): number {
  return Math.floor(instant / dayMilliseconds) * dayMilliseconds;
}

function steadyTime(text: string, began: number): string {
  const today = startOfDay(began);
  const instant = Date.parse(text);
  // The input was the end of a day.
  const isLater = instant >= began && !text.endsWith('T00:00:00.000Z');
  const moved = new Date(instant - today + steadyDay).toISOString();
  if (text.length === 10) return moved.slice(0, 10);
  return isLater ? `${moved.slice(0, 10)}T12:00:00.000Z` : moved;
}
