import { z } from 'zod';
import { mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Success } from '../records/common.ts';
import { ApiKey, CreatedApiKey } from '../records/people.ts';
import { expiry } from '../values/dates.ts';
import { fields, id, list, name, scope } from '../values/fields.ts';
import { must } from '../values/wording.ts';

const scopes = list(scope, scope.options.length).refine(
  (given) => given.length > 0 && new Set(given).size === given.length,
  { error: (issue) => must('name at least one scope, each once', issue.input) },
);

export const apiKeys = {
  list: query({
    summary: "List the caller's API keys without their secrets.",
    input: noInput,
    output: z.array(ApiKey),
  }),

  create: mutation({
    summary: 'Create an API key; only this response contains its secret.',
    returnsSecret: true,
    input: parameters(
      fields({
        name: name.default('API key'),
        scopes: scopes.default(['read', 'write']).describe('Limited to the scopes of the calling key.'),
        expiresAt: expiry.nullable().default(null).describe('null: never. A date means the end of that day.'),
      }),
    ),
    output: CreatedApiKey,
  }),

  revoke: mutation({
    summary: 'Revoke an API key with immediate effect.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), { keyId: 'id' }),
    output: Success,
  }),
};
