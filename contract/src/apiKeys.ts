import { z } from 'zod';
import { expiry } from './dates.ts';
import { noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { ApiKey, CreatedApiKey, Success } from './records.ts';
import { fields, id, list, name, scope } from './values.ts';
import { must } from './wording.ts';

const scopes = list(scope, scope.options.length).refine(
  (given) => given.length > 0 && new Set(given).size === given.length,
  { error: (issue) => must('name at least one scope, each once', issue.input) },
);

export const apiKeys = {
  list: query({
    summary: "List the caller's API keys without their secrets.",
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.array(ApiKey),
  }),

  create: mutation({
    summary: 'Create an API key; its secret is shown in this answer only.',
    access: 'write',
    limit: 'write',
    showsSecret: true,
    input: parameters(
      fields({
        name: name.default('API key'),
        scopes: scopes.default(['read', 'write']).describe('Never more than the calling key has.'),
        expiresAt: expiry.nullable().default(null).describe('null: never. A date is the end of that day.'),
      }),
    ),
    output: CreatedApiKey,
  }),

  revoke: mutation({
    summary: 'Revoke an API key at once.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ id }), { keyId: 'id' }),
    output: Success,
  }),
};
