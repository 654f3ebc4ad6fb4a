import { z } from 'zod';
import { parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Act } from '../records/audit.ts';
import { page } from '../records/common.ts';
import { fields, id, paging, text } from '../values/fields.ts';

export const audit = {
  list: query({
    summary: 'List audit log entries, newest first; owners of the instance see all of them.',
    errors: missingResource,
    input: parameters(
      fields({
        teamId: id
          .optional()
          .describe(
            'Only entries of this team. Requires its owner, or an owner of the instance with the scope admin.',
          ),
        act: text({ max: 60 }).optional().describe('Only entries of this kind, such as key.created.'),
        ...paging,
      }),
    ),
    output: z.strictObject({ acts: z.array(Act), ...page }),
    extension: true,
  }),
};
