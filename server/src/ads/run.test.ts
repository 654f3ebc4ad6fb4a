import { describe, expect, it } from 'vitest';
import { computeFreshnessDays, describeRun, type RunFacts } from './run.ts';

const today = '2026-03-31';

function run(facts: Partial<RunFacts>) {
  return describeRun(
    {
      status: null,
      startDate: '2026-03-01',
      endDate: null,
      firstSeenAt: '2026-03-05T12:00:00.000Z',
      lastConfirmedAt: '2026-03-30T12:00:00.000Z',
      freshnessDays: 14,
      ...facts,
    },
    today,
  );
}

describe('the days an ad runs', () => {
  it.each<[string, Partial<RunFacts>, number]>([
    ['from start to end', { endDate: '2026-03-11' }, 10],
    ['to the end of an ad that stopped', { endDate: '2026-03-11', status: 'inactive' }, 10],
    ['to today while it runs', {}, 30],
    ['to today though it is to end later', { endDate: '2026-05-01' }, 30],
    ['to the last confirmation when it stopped at an unknown time', { status: 'inactive' }, 29],
    ['from the day first seen when its start is not known', { startDate: null }, 26],
    ['to the last confirmation when that is too long ago', { lastConfirmedAt: '2026-03-10T09:00:00Z' }, 9],
    [
      'to the last confirmation though it is to end later',
      { lastConfirmedAt: '2026-03-10T09:00:00Z', endDate: '2026-05-01' },
      9,
    ],
    ['one at least', { startDate: '2026-03-31' }, 1],
    [
      'one at least, though the end is before the start',
      { startDate: '2026-03-31', endDate: '2026-03-01' },
      1,
    ],
    ['one for an ad that no source showed as running', { status: 'inactive', lastConfirmedAt: null }, 1],
    ['one for an ad of which nothing confirms that it runs', { lastConfirmedAt: null, freshnessDays: 0 }, 1],
  ])('count %s', (_, facts, expected) => {
    expect(run(facts).daysRunning).toBe(expected);
  });

  it.each<[string, Partial<RunFacts>]>([
    ['the start and the end are known', { endDate: '2026-03-11' }],
    ['the end is known and the source says that it stopped', { endDate: '2026-03-11', status: 'inactive' }],
    ['the source says that it is running', { status: 'active' }],
    ['it runs until a known end', { endDate: '2026-05-01' }],
  ])('are exact if %s', (_, facts) => {
    expect(run(facts).daysRunningKind).toBe('exact');
  });

  it.each<[string, Partial<RunFacts>]>([
    ['the source states neither an end nor a status', {}],
    [
      'it was last shown as running too long ago',
      { status: 'active', lastConfirmedAt: '2026-03-01T00:00:00Z' },
    ],
    ['it stopped at an unknown time', { status: 'inactive' }],
    ['its start is unknown, though it runs', { status: 'active', startDate: null }],
    ['its start is unknown, though its end is known', { endDate: '2026-03-11', startDate: null }],
  ])('are a lower bound if %s', (_, facts) => {
    expect(run(facts).daysRunningKind).toBe('atLeast');
  });
});

describe('an ad', () => {
  it('is active for its freshness after the last confirmation, to the day', () => {
    expect(run({ lastConfirmedAt: '2026-03-17T00:00:00Z' }).status).toBe('active');
    expect(run({ lastConfirmedAt: '2026-03-16T23:59:59Z' }).status).toBe('inactive');
    expect(run({ lastConfirmedAt: '2026-03-28T00:00:00Z', freshnessDays: 3 }).status).toBe('active');
    expect(run({ lastConfirmedAt: '2026-03-27T23:59:59Z', freshnessDays: 3 }).status).toBe('inactive');
  });

  it('is inactive from the day after its end, and if the source says so', () => {
    expect(run({ endDate: '2026-03-31' }).status).toBe('active');
    expect(run({ endDate: '2026-03-30' }).status).toBe('inactive');
    expect(run({ status: 'inactive' }).status).toBe('inactive');
  });

  it('is inactive while nothing confirms that it runs, also on the day it is seen and if its start is planned', () => {
    const seen = { lastConfirmedAt: null, freshnessDays: 0, firstSeenAt: `${today}T09:00:00.000Z` };
    for (const startDate of [null, '2026-03-01', today, '2026-12-24'])
      expect(run({ ...seen, startDate })).toMatchObject({ status: 'inactive', daysRunning: 1 });
  });

  it('is not active before its planned start, though a source announced it today', () => {
    const announced = { status: 'active', lastConfirmedAt: `${today}T09:00:00.000Z` } as const;
    expect(run({ ...announced, startDate: '2026-04-01' })).toMatchObject({
      status: 'inactive',
      daysRunning: 1,
      daysRunningKind: 'atLeast',
    });
    expect(run({ ...announced, startDate: today }).status).toBe('active');
  });

  it('of a live source is fresh for three of its intervals, at most 14 days', () => {
    expect([60, 1440, 2 * 1440, 7 * 1440].map(computeFreshnessDays)).toEqual([1, 3, 6, 14]);
  });
});
