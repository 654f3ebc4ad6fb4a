import { z } from 'zod';
import { isoTime } from './dates.ts';
import { noInput } from './input.ts';
import { mutation, query } from './procedure.ts';
import { count } from './records.ts';

export const system = {
  status: query({
    summary: 'Tell which version runs on which engines, and what the index holds from which sources.',
    access: 'read',
    limit: 'read',
    keptWhileIndexUnchanged: true,
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
            ads: count.describe('Ads that it told of; an ad of several sources counts for each.'),
            lastImportAt: isoTime.nullable(),
          }),
        )
        .describe('Those with most ads first.'),
    }),
    extension: true,
  }),
  removeDemo: mutation({
    summary: 'Remove all demo ads from the index, and brands that have no other ads.',
    access: 'admin',
    limit: 'write',
    destroys: true,
    input: noInput,
    output: z.strictObject({ removed: count.describe('Ads that were removed.') }),
    extension: true,
  }),
  health: query({
    summary: 'Tell whether stored ads are damaged or missing, and what the operator should do.',
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.strictObject({
      status: z
        .enum(['ok', 'degraded'])
        .describe('`degraded`: searches and research may leave out ads, or fail.'),
      problems: z.array(z.string()).describe('A sentence for each.'),
      advice: z.string().nullable().describe('What the operator should do; null while the status is ok.'),
    }),
    extension: true,
  }),
};
