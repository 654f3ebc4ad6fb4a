import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ad } from '../../lib/api/types.ts';
import { adsCopy } from './copy.ts';

const { card, daysRunning, performance, status } = adsCopy;

const shown = (facts: Partial<Ad>): Ad =>
  ({
    status: 'inactive',
    startDate: '2026-03-01',
    endDate: null,
    firstSeenAt: '2026-03-05T12:00:00.000Z',
    lastSeenAt: '2026-03-10T12:00:00.000Z',
    lastConfirmedAt: '2026-03-10T12:00:00.000Z',
    daysRunning: 9,
    daysRunningKind: 'atLeast',
    ...facts,
  }) as Ad;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-31T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('how long an ad runs', () => {
  it('is a lower bound with the day it was last seen, if no source states the end', () => {
    const ad = shown({});
    expect([daysRunning(ad), status(ad), performance.daysValue(ad)]).toEqual([
      '9+ days',
      'Last seen Mar 10, 2026',
      '9+',
    ]);
    expect(card.duration(ad)).toBe(
      'Started Mar 1, 2026, last seen Mar 10, 2026. Its end date is unknown, so it may have run longer.',
    );
  });

  it('is a lower bound if no source states the start, also while it runs', () => {
    const ad = shown({ status: 'active', startDate: null });
    expect([daysRunning(ad), status(ad)]).toEqual(['9+ days', 'Running']);
    expect(card.duration(ad)).toBe(
      'First seen Mar 5, 2026, shown as running Mar 10, 2026. Its start date is unknown, so it may have run longer.',
    );
  });

  it('ends on the stated day, also if no source states the start', () => {
    const ad = shown({ startDate: null, endDate: '2026-03-09' });
    expect([daysRunning(ad), status(ad), card.end(ad)]).toEqual(['9+ days', 'Ended Mar 9, 2026', 'Ended']);
    expect(card.end(shown({ endDate: '2026-05-01' }))).toBe('Seen Mar 10');
  });

  it('is not said of an ad whose start is planned', () => {
    const ad = shown({ startDate: '2026-04-02', daysRunning: 1 });
    expect([daysRunning(ad), status(ad), performance.daysValue(ad)]).toEqual([
      'Planned',
      'Starts Apr 2, 2026',
      'Planned',
    ]);
    expect(card.duration(ad)).toBe('Starts Apr 2, 2026, as planned Mar 10, 2026.');
    expect(card.end(ad)).toBe('Starts Apr 2');
  });
});
