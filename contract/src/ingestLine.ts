import { z } from 'zod';
import { count, recordId } from './records.ts';

/** The content types of an ad stream sent to `/api/ingest`. */
export const adStreamContentTypes = ['application/x-ndjson', 'application/jsonl'] as const;

const acknowledged = count.describe(
  'Number of records from the start of the stream that are processed and on disk, rejected ones included.',
);

function writeCounts(where: string) {
  return {
    created: count.describe(`Ads ${where} that were new.`),
    updated: count.describe(`Ads ${where} that changed.`),
    unchanged: count.describe(`Ads ${where} that did not change.`),
  };
}

/** A response line: a batch that is on disk. */
export const IngestedBatch = z.strictObject({
  acknowledged,
  ...writeCounts('of this batch'),
  rejected: z
    .array(
      z.strictObject({
        record: recordId.describe('Counted from 1; blank lines do not count.'),
        reason: z.string(),
      }),
    )
    .describe('The rejected records of this batch.'),
});

export type IngestedBatch = z.infer<typeof IngestedBatch>;

/** The last response line of a complete stream. */
export const IngestedStream = z.strictObject({
  done: z.literal(true),
  acknowledged,
  ...writeCounts('of the stream'),
  rejected: count.describe('Number of rejected records.'),
});

export type IngestLine = IngestedBatch | z.infer<typeof IngestedStream>;
