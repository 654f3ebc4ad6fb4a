import { z } from 'zod';
import { calendarDate, isoTime } from '../values/dates.ts';
import { count, country } from './common.ts';

const library = z
  .string()
  .describe(
    'The start of the keys of its ads, such as meta; none for ads of files and websites that name no library.',
  );

export const libraries = z
  .array(z.string())
  .describe('The libraries of the ads, those with the most ads first.');

/** What a count of ads is made of. */
export const countedAds = z.strictObject({ kind: z.literal('measured'), ads: count, libraries });

/** From what counts are made. What is not listed is unknown, not zero. */
export const Coverage = z
  .strictObject({
    libraries: z
      .array(z.strictObject({ library, ads: count, firstSeenAt: isoTime, lastSeenAt: isoTime }))
      .describe('The libraries of the ads, those with the most ads first.'),
    countries: z.array(country).describe('Where the ads were shown, as far as known.'),
    ceilings: z
      .array(
        z.strictObject({
          library,
          at: isoTime.describe('When a search last reached it.'),
          limit: count.describe('Ads that the library lists for one search at most.'),
        }),
      )
      .describe('Limits of these libraries that a search has reached: they have more ads than are known.'),
  })
  .describe('The libraries, countries and days of the counted ads.');

export type Coverage = z.infer<typeof Coverage>;

/** Of one brand. */
export const BrandCoverage = z
  .strictObject({
    ...Coverage.shape,
    ceilings: Coverage.shape.ceilings.describe(
      'Limits that searches reached which listed these ads: their libraries have more ads than are known.',
    ),
    measured: z
      .array(
        z.strictObject({
          library,
          regions: z.array(z.string()).describe('Where it measures: EU, EEA, a country code.'),
          from: calendarDate.nullable().describe('The first day that measurements of the ads include.'),
          until: calendarDate.nullable().describe('The last day that they include.'),
        }),
      )
      .describe('What reach and impressions include, of the libraries that state it.'),
  })
  .describe('The libraries, countries and days of the counted ads, and what is measured of them.');

export type BrandCoverage = z.infer<typeof BrandCoverage>;
