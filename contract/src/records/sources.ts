import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { count, nullableText } from './common.ts';

/** An ad library that can be queried on a schedule. */
export const Connector = z.strictObject({
  connector: z.string(),
  label: z.string(),
  about: z.string().describe('What the library contains.'),
  access: z.string().describe('How to get the credentials.'),
  accessUrl: z.string().describe('Where to get the credentials.'),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      about: z.string(),
      type: z.enum(['text', 'number', 'boolean', 'list']),
      choices: z.array(z.string()).nullable().describe('The allowed values; null if any.'),
      required: z.boolean(),
      secret: z.boolean().describe('Stored, but never returned.'),
      default: z.string().nullable(),
    }),
  ),
});
export type Connector = z.infer<typeof Connector>;

const SourceRun = z.strictObject({
  startedAt: isoTime,
  finishedAt: isoTime.nullable().describe('Null while it is running, or if it was interrupted.'),
  error: nullableText,
  counts: z
    .strictObject({ read: count, created: count, updated: count, unchanged: count, rejected: count })
    .nullable(),
});

/** A query to an ad library that runs on a schedule, without its secrets. */
export const LiveSource = z.strictObject({
  name: z.string(),
  connector: z.string(),
  query: z
    .array(z.strictObject({ field: z.string(), value: z.string() }))
    .describe('The fields that were given, as text.'),
  everyMinutes: z.int().min(1),
  enabled: z.boolean(),
  isRunning: z.boolean(),
  nextRunAt: isoTime,
  lastRun: SourceRun.nullable(),
});
export type LiveSource = z.infer<typeof LiveSource>;

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

export const SourceQuery = z
  .record(z.string(), fieldValue)
  .describe('The fields of the query, secrets included; secrets are never returned.');

/** How the ads of an advertiser can be queried. */
export const SourceSuggestion = z.strictObject({
  kind: z
    .enum(['name', 'page', 'website', 'library'])
    .describe('What the text is: a name, a page of a social network, a website, or a link of an ad library.'),
  name: nullableText.describe('The name of the advertiser in the text; null if it has an id only.'),
  sources: z.array(
    z.strictObject({
      connector: z.string(),
      label: z.string(),
      name: z.string().describe('A free name for the source.'),
      query: z
        .array(z.strictObject({ field: z.string(), value: fieldValue }))
        .describe('The fields of the query that are known, without secrets.'),
      missing: z.array(z.string()).describe('Fields that are required and not known.'),
      credentialsFrom: nullableText.describe('A source with credentials for this library.'),
      existing: nullableText.describe('The source that already has this query.'),
    }),
  ),
});
export type SourceSuggestion = z.infer<typeof SourceSuggestion>;
