import { z } from 'zod';
import { mutation, noInput, query } from '../procedure.ts';
import { count } from '../records/common.ts';
import { Coverage } from '../records/coverage.ts';
import { isoTime } from '../values/dates.ts';

export const system = {
  status: query({
    summary: 'Get the version, the database engines and the number of ads per source.',
    cachedUntilIndexChanges: true,
    differsForOwners: true,
    input: noInput,
    output: z.strictObject({
      version: z.string(),
      engines: z
        .strictObject({
          postgres: z.string(),
          clickhouse: z.string(),
          cache: z.enum(['memory', 'redis']),
        })
        .describe('Names and versions; owners of the instance also see addresses and paths.'),
      ads: count,
      advertisers: count,
      sources: z
        .array(
          z.strictObject({
            source: z.string(),
            ads: count.describe('Ads from this source; an ad from several sources counts for each.'),
            lastImportAt: isoTime.nullable(),
          }),
        )
        .describe('Sorted by number of ads, highest first.'),
      coverage: Coverage,
    }),
    extension: true,
  }),
  removeDemo: mutation({
    summary: 'Remove all demo ads from the index, and brands that have no other ads.',
    access: 'admin',
    isDestructive: true,
    input: noInput,
    output: z.strictObject({ removed: count.describe('Number of removed ads.') }),
    extension: true,
  }),
  health: query({
    summary: 'Check whether stored ads are damaged or missing, and what to do about it.',
    input: noInput,
    output: z.strictObject({
      status: z
        .enum(['ok', 'degraded'])
        .describe('`degraded`: searches and brand research may miss ads or fail.'),
      problems: z.array(z.string()).describe('One sentence per problem.'),
      advice: z.string().nullable().describe('What the operator should do; null if the status is ok.'),
      demoAds: z
        .strictObject({ loaded: count, total: count })
        .optional()
        .describe('Present while the demo ads of the first start are being loaded.'),
    }),
    extension: true,
  }),
};
