import { describe, expect, it } from 'vitest';
import { listMeasures } from './History.tsx';

const snapshot = { capturedAt: '2026-03-01T00:00:00.000Z', shares: null, rankCountry: null };

describe('the metrics of a history', () => {
  it('are those measured more than once; zero is a measurement, null is not', () => {
    const history = [
      { ...snapshot, reach: 100, likes: 0, comments: 5 },
      { ...snapshot, reach: 200, likes: 0, comments: null },
    ];
    expect(listMeasures(history)).toEqual(['reach', 'likes']);
    expect(listMeasures(history.slice(1))).toEqual([]);
  });
});
