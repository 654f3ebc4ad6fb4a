import { z } from 'zod';
import { count } from './common.ts';
import { OpenAd, writeCounts } from './openAd.ts';

const rejected = z
  .array(
    z.strictObject({
      count,
      reason: z.string(),
      first: z.string().describe('The position of the first record with this problem.'),
    }),
  )
  .describe('The most frequent problems.');

const suggestion = z
  .strictObject({
    map: z.record(z.string(), z.string()).describe('The column of each field, as far as one resembles it.'),
    columns: z.array(z.string()).describe('The columns of the examples.'),
    examples: z.array(z.array(z.string())).describe('The cells of up to three rows.'),
  })
  .nullable()
  .describe('For a table that is not recognised: columns that resemble an advertiser and a text.');

/** The detected format and the first ads of a file. Nothing is stored. */
export const ImportPreview = z.strictObject({
  source: z.string().nullable().describe('The type of the file; null if it contains no ads.'),
  summary: z.string().nullable().describe('Description of the file type.'),
  reason: z.string().nullable().describe('Why it contains no ads; null otherwise.'),
  suggestion,
  columns: z
    .array(
      z.strictObject({
        field: z.string(),
        column: z.string(),
        how: z.enum(['option', 'name', 'contents']).describe('`contents` is a guess.'),
      }),
    )
    .describe('For a table: the column of each field.'),
  leftOut: z.array(z.string()).describe('Columns that are not read.'),
  fields: z.array(z.string()).describe('The fields that a column can be mapped to.'),
  records: count.describe('Number of records in the preview.'),
  ads: z.array(OpenAd).describe('The first ads.'),
  rejected,
});
export type ImportPreview = z.infer<typeof ImportPreview>;

const read = count.describe('Number of records read.');

/** A response line during an import. */
export const ImportProgress = z.strictObject({ bytes: count.describe('Number of bytes read.'), read });
export type ImportProgress = z.infer<typeof ImportProgress>;

/** The last response line of an import. */
export const ImportResult = z.strictObject({
  done: z.boolean().describe('Whether the whole file was read.'),
  messages: z
    .array(z.string())
    .describe('What was skipped, and why; columns that state in unknown words whether ads run.'),
  suggestion,
  read,
  ...writeCounts('of the file'),
  rejectedRecords: count,
  rejected,
});
export type ImportResult = z.infer<typeof ImportResult>;
export type ImportLine = ImportProgress | ImportResult;
