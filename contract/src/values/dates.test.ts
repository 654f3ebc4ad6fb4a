import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dateRange,
  dayOfAd,
  endOfRange,
  expiry,
  instantOfAd,
  isoDateOrTime,
  isoTime,
  isOutsideAdDates,
  orderedDates,
  startOfRange,
} from './dates.ts';
import { fields } from './fields.ts';

const range = orderedDates(fields(dateRange));
const instants = fc.date({
  min: new Date('1900-01-01T00:00:00Z'),
  max: new Date('2299-12-30T23:59:59.999Z'),
  noInvalidDate: true,
});
const two = (value: number): string => String(value).padStart(2, '0');

function accepts(value: unknown): boolean {
  return isoDateOrTime.safeParse(value).success;
}

describe('a date or time', () => {
  test('a date is accepted exactly when it exists', () => {
    const years = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(1900, 2000, 2024, 2100, 2400));
    fc.assert(
      fc.property(
        years,
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
          const date = new Date(`${text}T00:00:00Z`);
          const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
          expect(accepts(text)).toBe(exists);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('every time that toISOString writes is accepted, with any offset in place of Z', () => {
    const offset = fc.tuple(
      fc.constantFrom('+', '-'),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
    );
    fc.assert(
      fc.property(instants, offset, (instant, [sign, hours, minutes]) => {
        expect(accepts(instant.toISOString())).toBe(true);
        const shifted = instant.toISOString().replace('Z', `${sign}${two(hours)}:${two(minutes)}`);
        expect(accepts(shifted)).toBe(true);
        expect(Number.isNaN(Date.parse(shifted))).toBe(false);
      }),
    );
  });

  test.each([
    '2026-01-31T12:00Z',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.123456789+05:30',
    '2024-02-29',
  ])('%s is accepted', (value) => {
    expect(accepts(value)).toBe(true);
    expect(Number.isNaN(Date.parse(value))).toBe(false);
  });

  test.each([
    '2026-02-29',
    '2026-1-1',
    '20260101',
    '2026-01',
    '2026-01-01 12:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T12:60:00Z',
    '2026-01-01T12:00:00+24:00',
    '2026-01-01T12:00:00+2',
    '2026-01-01T12:00:00+020',
    '2026-01-01T12:00:00 0200',
    '2026-01-01T12Z',
    `2026-01-01T12:00:00.${'0'.repeat(100)}Z`,
    'yesterday',
    '',
    ' 2026-01-01',
    1_767_225_600_000,
    null,
  ])('%j is refused', (value) => {
    expect(accepts(value)).toBe(false);
  });
});

describe('the offset of a time', () => {
  test.each([
    ['2026-01-31T12:00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.25', '2026-01-31T12:00:00.250Z'],
    ['2026-01-31T12:00:00+0200', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T12:00:00-0530', '2026-01-31T17:30:00.000Z'],
    ['2026-01-31T12:00:00+02', '2026-01-31T10:00:00.000Z'],
  ])('%s is %s', (value, instant) => {
    expect(Date.parse(isoDateOrTime.parse(value))).toBe(Date.parse(instant));
    expect(instantOfAd.parse(value)).toBe(instant);
    expect(startOfRange(isoDateOrTime.parse(value)).instant).toBe(instant);
    expect(expiry.parse(value)).toBe(instant);
  });

  test('without an offset a time is in UTC, whatever time zone the machine is in', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const local = instant.toISOString().slice(0, -1);
        expect(Date.parse(isoDateOrTime.parse(local))).toBe(instant.getTime());
        expect(instantOfAd.parse(local)).toBe(instant.toISOString());
      }),
    );
  });
});

describe('a range', () => {
  test('a dateTo that is a date includes that whole day', () => {
    expect(endOfRange('2026-01-31')).toEqual({ day: '2026-01-31', before: '2026-02-01T00:00:00.000Z' });
    expect(startOfRange('2026-01-31')).toEqual({ day: '2026-01-31', instant: '2026-01-31T00:00:00.000Z' });
  });

  test('a time is converted to UTC, and its millisecond is included', () => {
    expect(startOfRange('2026-01-01T01:00:00+02:00')).toEqual({
      day: '2025-12-31',
      instant: '2025-12-31T23:00:00.000Z',
    });
    expect(endOfRange('2026-01-01T01:00:00+02:00')).toEqual({
      day: '2025-12-31',
      before: '2025-12-31T23:00:00.001Z',
    });
    expect(endOfRange('2026-01-01T23:59:59.999Z').day).toBe('2026-01-01');
  });

  test('an instant is in the range of its day and of itself, and in no neighbouring day', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const time = instant.toISOString();
        const day = time.slice(0, 10);
        for (const value of [time, day]) {
          expect(startOfRange(value).instant <= time && time < endOfRange(value).before).toBe(true);
          expect([startOfRange(value).day, endOfRange(value).day]).toEqual([day, day]);
        }
        const tomorrow = endOfRange(day).before.slice(0, 10);
        expect(startOfRange(tomorrow).instant > time).toBe(true);
      }),
    );
  });

  test('a range is clamped to the dates that databases can store', () => {
    expect(startOfRange('0000-01-01')).toEqual({ day: '1900-01-01', instant: '1900-01-01T00:00:00.000Z' });
    expect(endOfRange('9999-12-31')).toEqual({ day: '2299-12-31', before: '2299-12-31T23:59:59.999Z' });
  });

  test.each([
    [{ dateTo: '1899-12-31' }, true],
    [{ dateTo: '1900-01-01T00:30:00+01:00' }, true],
    [{ dateTo: '1900-01-01' }, false],
    [{ dateFrom: '2300-01-01' }, true],
    [{ dateFrom: '2299-12-31' }, false],
    [{ dateFrom: '0001-01-01', dateTo: '9999-12-31' }, false],
    [{}, false],
  ])('%j holds no ad: %j', (dates, expected) => {
    expect(isOutsideAdDates(dates)).toBe(expected);
  });

  test('dateFrom after dateTo is refused, anything else accepted', () => {
    fc.assert(
      fc.property(instants, instants, fc.boolean(), fc.boolean(), (a, b, fromIsDate, toIsDate) => {
        const dateFrom = a.toISOString().slice(0, fromIsDate ? 10 : 24);
        const dateTo = b.toISOString().slice(0, toIsDate ? 10 : 24);
        const last = toIsDate ? `${dateTo}T23:59:59.999Z` : dateTo;
        const first = fromIsDate ? `${dateFrom}T00:00:00.000Z` : dateFrom;
        expect(range.safeParse({ dateFrom, dateTo }).success).toBe(first <= last);
      }),
    );
  });

  test('the same day is a range of one day', () => {
    expect(range.safeParse({ dateFrom: '2026-01-01', dateTo: '2026-01-01' }).success).toBe(true);
    expect(range.safeParse({ dateFrom: '2026-01-01T18:00:00Z', dateTo: '2026-01-01' }).success).toBe(true);
  });

  test('a reversed range outside the storable dates is rejected too', () => {
    expect(range.safeParse({ dateFrom: '9998-01-01', dateTo: '9997-01-01' }).success).toBe(false);
    expect(range.safeParse({ dateFrom: '9997-01-01', dateTo: '9998-01-01' }).success).toBe(true);
  });
});

describe('other times', () => {
  test("an ad's time becomes its UTC day", () => {
    expect(dayOfAd.parse('2026-01-01T01:00:00+02:00')).toBe('2025-12-31');
    expect(dayOfAd.parse('2026-01-01')).toBe('2026-01-01');
  });

  test('an ad with a date that databases cannot store is rejected', () => {
    expect(dayOfAd.safeParse('1899-12-31').success).toBe(false);
    expect(dayOfAd.safeParse('2300-01-01').success).toBe(false);
    expect(dayOfAd.safeParse('nonsense').success).toBe(false);
  });

  test('an expiry is an instant; a date is the end of that day', () => {
    expect(expiry.parse('2026-01-31')).toBe('2026-02-01T00:00:00.000Z');
    expect(expiry.parse('2026-01-31T12:00:00+01:00')).toBe('2026-01-31T11:00:00.000Z');
    expect(expiry.safeParse('9999-12-31').success).toBe(false);
    expect(isoTime.safeParse(expiry.parse('2299-12-31')).success).toBe(true);
  });

  test('a time in a response is in UTC', () => {
    expect(isoTime.safeParse('2026-01-31T12:00:00.000Z').success).toBe(true);
    expect(isoTime.safeParse('2026-01-31T12:00:00+01:00').success).toBe(false);
  });
});
