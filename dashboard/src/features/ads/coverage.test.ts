import { describe, expect, it } from 'vitest';
import { type Coverage, describeCoverage, listLibraries } from './coverage.ts';

const seen = (first: string, last: string) => ({
  firstSeenAt: `${first}T08:00:00.000Z`,
  lastSeenAt: `${last}T08:00:00.000Z`,
});
const coverage: Coverage = {
  libraries: [
    { library: 'meta', ads: 1200, ...seen('2026-03-03', '2026-11-17') },
    { library: 'microsoft', ads: 1, ...seen('2026-05-01', '2026-05-01') },
  ],
  countries: ['DE', 'FR'],
  ceilings: [{ library: 'microsoft', at: '2026-05-01T08:00:00.000Z', limit: 1000 }],
};

describe('the line on coverage', () => {
  it('names libraries, countries, days and ceilings', () => {
    expect(describeCoverage(coverage)).toBe(
      'From Meta and Microsoft, shown in Germany and France, seen Mar 3, 2026 to Nov 17, 2026. Microsoft lists at most 1,000 ads per search.',
    );
  });

  it('leaves out what is not known, and counts many countries', () => {
    const [first] = coverage.libraries;
    const own = { ...coverage, libraries: first === undefined ? [] : [{ ...first, library: 'none' }] };
    expect(describeCoverage({ ...own, countries: [], ceilings: [] })).toBe(
      'From imported files and websites, seen Mar 3, 2026 to Nov 17, 2026.',
    );
    expect(describeCoverage({ ...own, countries: ['AT', 'DE', 'FR', 'IT'], ceilings: [] })).toContain(
      'shown in 4 countries',
    );
    expect(describeCoverage({ libraries: [], countries: [], ceilings: [] })).toBeNull();
  });

  it.each([
    [['EEA'], '2026-01-01', '2026-04-30', 'the EEA from Jan 1, 2026 until Apr 30, 2026'],
    [['EU', 'TR'], null, null, 'the EU and Türkiye'],
    [[], '2026-01-01', null, 'from Jan 1, 2026'],
    [[], null, '2026-04-30', 'until Apr 30, 2026'],
  ])('says what the measurements of a brand include: %j, %s to %s', (regions, from, until, included) => {
    const measured = [{ library: 'microsoft', regions, from, until }];
    expect(describeCoverage({ ...coverage, measured })).toContain(
      ` Reach and impressions from Microsoft include ${included}. Microsoft lists`,
    );
  });

  it('explains each library', () => {
    expect(listLibraries(coverage)).toBe(
      'Meta: 1,200 ads, seen Mar 3, 2026 to Nov 17, 2026\nMicrosoft: 1 ad, seen May 1, 2026',
    );
  });
});
