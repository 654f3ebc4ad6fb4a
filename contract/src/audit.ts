import { z } from 'zod';
import { parameters } from './input.ts';
import { query } from './procedure.ts';
import { Act, page } from './records.ts';
import { fields, id, paging, text } from './values.ts';

export const audit = {
  list: query({
    summary: 'List security-relevant acts, newest first: all of them for owners of this instance.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(
      fields({
        teamId: id
          .optional()
          .describe(
            'Only what concerns this team: for its owners, and for owners of the instance with the scope admin.',
          ),
        act: text({ max: 60 }).optional().describe('Only acts of this kind, such as key.created.'),
        ...paging,
      }),
    ),
    output: z.strictObject({ acts: z.array(Act), ...page }),
    extension: true,
  }),
};
