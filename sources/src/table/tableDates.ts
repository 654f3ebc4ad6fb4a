import { readInstant, readString } from '../mapping/fields.ts';

/** Parses dates in many formats. The order of day and month is decided for a whole column. */

export interface WrittenDates {
  /** In UTC. */
  readonly start: string | null;
  readonly end: string | null;
}

type Order = 'day first' | 'month first';

const maxDateLength = 120;
/** `13.10.2024`, `10/13/24`, `2024. 10. 13.`, `2024/1/5`: three numbers with the same separator. */
const numeric = /(?<!\d)(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})(?!\d)/;
const clock = /(?<!\d)(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([ap])\.?m)?/i;

const monthLocales = 'en de fr es pt it nl pl tr ru uk sv da nb cs ro hu'.split(' ');

/** `oct`, `oktober`, `окт`: month names in all these languages. */
const months: ReadonlyMap<string, number> = monthNames();

function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const locale of monthLocales) {
    for (const style of ['long', 'short'] as const) {
      for (const alone of [true, false]) {
        const format = new Intl.DateTimeFormat(locale, {
          month: style,
          timeZone: 'UTC',
          ...(alone ? {} : { day: 'numeric' }),
        });
        for (let month = 0; month < 12; month += 1) {
          const part = format.formatToParts(Date.UTC(2024, month, 15)).find(({ type }) => type === 'month');
          const name = foldWord(part?.value ?? '');
          if (/^\p{L}{3,}$/u.test(name) && !names.has(name)) names.set(name, month);
        }
      }
    }
  }
  return names;
}

function foldWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f.]/g, '')
    .normalize('NFC');
}

/** The order of day and month in these cells, if any number is above twelve and so cannot be a month. */
export function orderIn(cells: readonly unknown[]): Order | null {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const cell of cells) {
    const [, first = '', , second = ''] = numeric.exec(readString(cell, maxDateLength) ?? '') ?? [];
    if (first.length > 2) continue;
    if (Number(first) > 12) dayFirst += 1;
    else if (Number(second) > 12) monthFirst += 1;
  }
  if (dayFirst === monthFirst) return null;
  return dayFirst > monthFirst ? 'day first' : 'month first';
}

/** Points and hyphens are European, slashes American. */
function usualOrder(mark: string): Order {
  return mark === '/' ? 'month first' : 'day first';
}

export function datesIn(cell: unknown, order: Order | null): WrittenDates {
  const exact = readInstant(cell) ?? serialDate(cell);
  if (exact !== null) return { start: exact, end: null };
  const text = readString(cell, maxDateLength);
  if (text === null) return { start: null, end: null };
  const [first = '', second, ...more] = text.split(/\s(?:[-–—~]|to|bis|au|al|hasta|até|tot|do)\s/i);
  const end = second === undefined || more.length > 0 ? null : dateIn(second, order, null);
  return { start: dateIn(first, order, end), end };
}

/** A spreadsheet serial date: days since 1900 with the time as fraction; from 1954 to 2119. */
function serialDate(cell: unknown): string | null {
  const text = readString(cell, 20);
  if (text === null || !/^[2-7]\d{4}(?:\.\d+)?$/.test(text)) return null;
  return new Date(Math.round((Number(text) - 25_569) * 86_400) * 1000).toISOString();
}

/** @param end end of the range, whose year may also apply to the start: `Oct 13 - Nov 2, 2024` */
function dateIn(text: string, order: Order | null, end: string | null): string | null {
  const exact = readInstant(text);
  if (exact !== null) return exact;
  const day = numericDay(text, order) ?? namedDay(text, end);
  return day === null ? null : readInstant(`${day}T${timeIn(text)}Z`);
}

function numericDay(text: string, order: Order | null): string | null {
  const [, first = '', mark = '', second = '', third = ''] = numeric.exec(text) ?? [];
  if (first === '') return null;
  if (first.length > 2) return isoDay(first, second, third);
  const [day, month] = (order ?? usualOrder(mark)) === 'day first' ? [first, second] : [second, first];
  return Number(month) > 12 ? isoDay(third, day, month) : isoDay(third, month, day);
}

/** `Oct 13, 2024`, `13. Oktober 2024`, `2024年10月13日`: by month name, or in the order year, month, day. */
function namedDay(text: string, end: string | null): string | null {
  const words = text.match(/\p{L}+|\d+/gu) ?? [];
  const numbers = words.filter((word) => /^\d/.test(word));
  const year = numbers.find((word) => word.length === 4) ?? end?.slice(0, 4);
  const others = numbers.filter((word) => word.length <= 2);
  if (year === undefined) return null;
  if (/[年년]/.test(text)) return isoDay(year, others[0] ?? '', others[1] ?? '');
  const month = words.map((word) => months.get(foldWord(word))).find((found) => found !== undefined);
  return month === undefined ? null : isoDay(year, String(month + 1), others[0] ?? '1');
}

function isoDay(year: string, month: string, day: string): string | null {
  if (month === '' || day === '' || year.length === 3 || year.length === 1) return null;
  const fullYear = year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year;
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function timeIn(text: string): string {
  const [, hours, minutes = '00', seconds = '00', half] = clock.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23) return '00:00:00';
  const noon = half?.toLowerCase() === 'p' ? 12 : 0;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + noon;
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}
