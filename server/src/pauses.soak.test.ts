import { afterEach, expect, it } from 'vitest';
import { saveThroughPauses } from './testing/pauses.ts';
import { cleanUp } from './testing/process.ts';

afterEach(cleanUp);

it.each([2, 60])(
  '%i pauses under 12 savers and an ingest: every saved ad is the requested one',
  async (pauses) => {
    const { checked, wrong, statuses } = await saveThroughPauses(pauses);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(pauses * 12);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  },
  3_600_000,
);
