import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesIn, orderIn } from './tableDates.ts';

const dayIn = (cell: unknown): string | undefined => datesIn(cell, null).start?.slice(0, 10);

describe('dates in a cell', () => {
  it.each([
    '2024-10-13',
    '2024-10-13T22:24:19+0000',
    '2024/10/13',
    '2024/10/13 08:00',
    '20241013',
    1728777600,
    '1728777600',
    '1728777600000',
    45578,
    '45578.5',
    'Oct 13, 2024',
    'October 13th, 2024',
    'Started running on Oct 13, 2024',
    '13 October 2024',
    '13. Oktober 2024',
    'Gestartet am 13.10.2024',
    'le 13 octobre 2024',
    '13 de octubre de 2024',
    '13 de out. de 2024',
    '13 ottobre 2024',
    '13 października 2024',
    '13 Ekim 2024',
    '13 окт. 2024 г.',
    '2024年10月13日',
    '2024년 10월 13일',
    '2024. 10. 13.',
    '10/13/2024',
    '10/13/24 2:05 PM',
    '13.10.24',
    '13-10-2024',
    'Sun, 13 Oct 2024 07:00:00 GMT',
  ])('%s is the 13th of October', (cell) => {
    expect(dayIn(cell)).toBe('2024-10-13');
  });

  it.each([
    null,
    '',
    'soon',
    '99/99/2024',
    '31.02.2024',
    '12',
    'Lorem ipsum 2024',
    '5 Oct',
    '1234567',
    {},
    [],
  ])('%j is not a date', (cell) => {
    expect(datesIn(cell, null)).toEqual({ start: null, end: null });
  });

  it.each([
    ['Oct 13, 2024 - Aug 31, 2025', '2024-10-13', '2025-08-31'],
    ['13.10.2024 – 31.08.2025', '2024-10-13', '2025-08-31'],
    ['2024-10-13 to 2025-08-31', '2024-10-13', '2025-08-31'],
    ['Oct 13 - Nov 2, 2024', '2024-10-13', '2024-11-02'],
  ])('%s has a start and an end', (cell, start, end) => {
    const dates = datesIn(cell, null);
    expect([dates.start?.slice(0, 10), dates.end?.slice(0, 10)]).toEqual([start, end]);
  });

  it('keeps the time of day', () => {
    expect(datesIn('10/13/2024 2:05 PM', null).start).toBe('2024-10-13T14:05:00.000Z');
    expect(datesIn('13.10.2024, 14:05:07 Uhr', null).start).toBe('2024-10-13T14:05:07.000Z');
  });
});

describe('the order of day and month', () => {
  const day = fc.date({ min: new Date('2001-01-01'), max: new Date('2068-12-31'), noInvalidDate: true });
  const written = (date: Date, order: readonly ('d' | 'm' | 'y')[], mark: string): string => {
    const parts = { d: date.getUTCDate(), m: date.getUTCMonth() + 1, y: date.getUTCFullYear() };
    return order.map((part) => parts[part]).join(mark);
  };

  it('applies to the whole column as soon as one cell is unambiguous', () => {
    const mark = fc.constantFrom('/', '.', '-');
    const order = fc.constantFrom(['d', 'm', 'y'] as const, ['m', 'd', 'y'] as const);
    fc.assert(
      fc.property(fc.array(day), order, mark, (days, wanted, between) => {
        const telling = new Date('2024-10-13');
        const cells = [...days, telling].map((date) => written(date, wanted, between));
        const decided = orderIn(cells);
        expect(cells.map((cell) => datesIn(cell, decided).start?.slice(0, 10))).toEqual(
          [...days, telling].map((date) => date.toISOString().slice(0, 10)),
        );
      }),
    );
  });

  it('is unknown when every number could be a month', () => {
    expect(orderIn(['1/2/2024', '3/4/2024'])).toBeNull();
    expect(dayIn('1/2/2024')).toBe('2024-01-02');
    expect(dayIn('1.2.2024')).toBe('2024-02-01');
  });
});
