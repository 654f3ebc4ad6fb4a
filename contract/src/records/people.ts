import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { role, scope } from '../values/fields.ts';
import { count, nullableText, recordId } from './common.ts';

export const ApiKey = z.strictObject({
  id: recordId,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(scope),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  expiresAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedApiKey = ApiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const Team = z.strictObject({
  id: recordId,
  name: z.string(),
  slug: z.string(),
  role,
  status: z
    .enum(['active', 'invited'])
    .describe(
      'invited: the caller can join with teams.acceptInvitation, and sees nothing else of the team yet.',
    ),
  memberCount: count,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Team = z.infer<typeof Team>;

export const InviteLink = z.strictObject({
  id: recordId,
  role: z.enum(['admin', 'member', 'viewer']),
  singleUse: z.boolean(),
  uses: count.describe('Members who joined by it.'),
  createdBy: nullableText.describe('The name of the member who created it.'),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type InviteLink = z.infer<typeof InviteLink>;

export const Member = z.strictObject({
  userId: nullableText,
  email: z.string(),
  name: nullableText,
  role,
  status: z.enum(['active', 'invited']),
  invitedAt: isoTime.nullable(),
  joinedAt: isoTime.nullable(),
});
export type Member = z.infer<typeof Member>;
