import { z } from 'zod';
import { noInput, query } from '../procedure.ts';
import { recordId } from '../records/common.ts';

export const tags = {
  list: query({
    summary: 'List the tags that ads can have, by category.',
    input: noInput,
    output: z.array(
      z.strictObject({
        tagDefinitionId: recordId.describe('For tagDefinitionIds of ads.search.'),
        category: z.string(),
        shortText: z.string(),
      }),
    ),
    extension: true,
  }),
};
