import { z } from 'zod';
import { count, recordId } from './records.ts';

/** What a stream of ads in the open format is sent as, to `/api/ingest`. */
export const adLineTypes = ['application/x-ndjson', 'application/jsonl'] as const;

const acknowledged = count.describe(
  'Records from the beginning of the stream, rejected ones too: all of them are on disk.',
);

function recorded(where: string) {
  return {
    created: count.describe(`Ads ${where} that were new.`),
    updated: count.describe(`Ads ${where} that told something new.`),
    unchanged: count.describe(`Ads ${where} that told nothing new.`),
  };
}

/** A line of the answer to a stream of ads: a batch that is on disk. */
export const IngestedBatch = z.strictObject({
  acknowledged,
  ...recorded('of this batch'),
  rejected: z
    .array(
      z.strictObject({
        record: recordId.describe('Counted from 1; blank lines are no records.'),
        reason: z.string(),
      }),
    )
    .describe('The records of this batch that were not taken.'),
});

export type IngestedBatch = z.infer<typeof IngestedBatch>;

/** Its last line, where nothing went wrong on the way. */
export const IngestedStream = z.strictObject({
  done: z.literal(true),
  acknowledged,
  ...recorded('of the stream'),
  rejected: count.describe('Records that were not taken.'),
});

export type IngestLine = IngestedBatch | z.infer<typeof IngestedStream>;
