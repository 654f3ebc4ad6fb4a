import { expect, it } from 'vitest';
import { describeCoverage } from './coverage.ts';

const seen = { firstSeenAt: '2026-03-03T08:00:00.000Z', lastSeenAt: '2026-11-17T09:00:00.000Z' };

it('names libraries, days and countries', () => {
  expect(
    describeCoverage({
      libraries: [
        { library: 'meta', ads: 1204, ...seen },
        { library: 'none', ads: 1, ...seen, lastSeenAt: '2026-03-03T20:00:00.000Z' },
      ],
      countries: ['DE', 'GB'],
      ceilings: [],
    }),
  ).toBe(
    'Meta 1,204 ads (2026-03-03 to 2026-11-17), Files and websites 1 ads (2026-03-03). Countries: DE, GB.',
  );
});

it('marks counts of a library whose limit was reached as lower bounds', () => {
  expect(
    describeCoverage({
      libraries: [{ library: 'microsoft', ads: 1000, ...seen }],
      countries: [],
      ceilings: [{ library: 'microsoft', at: seen.lastSeenAt, limit: 1000 }],
    }),
  ).toBe(
    'Microsoft 1,000+ ads (2026-03-03 to 2026-11-17; lists at most 1,000 per search). Countries: unknown.',
  );
});

it('shortens a long list of countries', () => {
  const countries = ['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR'];
  const line = describeCoverage({
    libraries: [{ library: 'none', ads: 2, ...seen }],
    countries,
    ceilings: [],
  });
  expect(line).toContain('Countries: AT, BE, BG, CY, CZ, DE, DK, EE, ES, FI and 2 more.');
});

it('does not present missing ads as zero', () => {
  expect(describeCoverage({ libraries: [], countries: [], ceilings: [] })).toBe(
    'No ads known; libraries that were not read may have some.',
  );
});
