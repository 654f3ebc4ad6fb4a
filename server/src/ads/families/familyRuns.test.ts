import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDate } from '../run.ts';
import { describeRuns, minPauseDays, type RunningAd } from './familyRuns.ts';

const nameOf = (id: number): string => `Brand ${id}`;
const run = (hash: string, advertiserId: number, firstDate: string, lastDate: string): RunningAd => ({
  hash,
  advertiserId,
  firstDate,
  lastDate,
  isActive: 0,
  isStartPublished: 1,
});

describe('who ran a creative when', () => {
  it('lists the first runner, copycats with their delay, and starts after a pause', () => {
    const ads = [
      run('a', 1, '2026-01-01', '2026-01-10'),
      run('b', 2, '2026-01-05', '2026-01-12'),
      { ...run('c', 3, '2026-01-20', '2026-02-01'), isStartPublished: 0 as const },
      { ...run('d', 1, '2026-03-01', '2026-03-05'), isActive: 1 as const },
    ];
    expect(describeRuns(ads, nameOf)).toEqual({
      firstRunner: {
        advertiserId: 1,
        companyName: 'Brand 1',
        hash: 'a',
        firstDate: '2026-01-01',
        isDatePublished: true,
      },
      totalAdvertisers: 3,
      advertisers: [
        {
          advertiserId: 1,
          companyName: 'Brand 1',
          ads: 2,
          runningAds: 1,
          firstDate: '2026-01-01',
          lastDate: '2026-03-05',
        },
        {
          advertiserId: 2,
          companyName: 'Brand 2',
          ads: 1,
          runningAds: 0,
          firstDate: '2026-01-05',
          lastDate: '2026-01-12',
        },
        {
          advertiserId: 3,
          companyName: 'Brand 3',
          ads: 1,
          runningAds: 0,
          firstDate: '2026-01-20',
          lastDate: '2026-02-01',
        },
      ],
      revivals: [
        { date: '2026-03-01', pausedDays: 27, hash: 'd', advertiserId: 1, companyName: 'Brand 1' },
        { date: '2026-01-20', pausedDays: 7, hash: 'c', advertiserId: 3, companyName: 'Brand 3' },
      ],
      copycats: [
        { advertiserId: 2, companyName: 'Brand 2', ads: 1, firstDate: '2026-01-05', daysLater: 4 },
        { advertiserId: 3, companyName: 'Brand 3', ads: 1, firstDate: '2026-01-20', daysLater: null },
      ],
    });
  });

  it('names no first runner and no copycats if two advertisers started on the first day', () => {
    const ads = [run('a', 1, '2026-01-01', '2026-01-02'), run('b', 2, '2026-01-01', '2026-01-02')];
    expect(describeRuns(ads, nameOf)).toMatchObject({ firstRunner: null, copycats: [], totalAdvertisers: 2 });
  });

  it('finds the pauses that counting every day finds', () => {
    const days = fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(fc.array(days, { minLength: 1, maxLength: 12 }), (spans) => {
        const ads = spans
          .toSorted(([one], [other]) => one - other)
          .map(([from, length], at) =>
            run(`${at}`, 1, toDate(20_000 + from), toDate(20_000 + from + length)),
          );
        const ran = new Set(ads.flatMap((ad) => listDays(ad.firstDate, ad.lastDate)));
        const starts = [...new Set(ads.map(({ firstDate }) => firstDate))];
        const expected = starts.filter((date) => isAfterPause(date, ran, ads[0]?.firstDate ?? ''));
        const { revivals } = describeRuns(ads, nameOf);
        expect(revivals.map(({ date }) => date)).toEqual(expected.toReversed());
      }),
    );
  });
});

const nextDay = (date: string, days = 1): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

function listDays(from: string, to: string): string[] {
  const days = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  return days;
}

function isAfterPause(date: string, ran: ReadonlySet<string>, first: string): boolean {
  if (date === first) return false;
  return Array.from({ length: minPauseDays }, (_, at) => nextDay(date, -1 - at)).every(
    (day) => !ran.has(day),
  );
}
