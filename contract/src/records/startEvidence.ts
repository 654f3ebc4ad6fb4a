import { z } from 'zod';
import { count } from './common.ts';

export const publishedStarts = count.describe(
  'Those whose start a source states; the others count on the day they were first seen.',
);

/** What a count of launches is made of. */
export const startEvidence = {
  kind: z
    .enum(['measured', 'estimated'])
    .describe('measured: all starts are published; estimated: some are the day of the first sighting.'),
  ads: count,
  publishedStarts,
};
