import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { role, scope } from '../values/fields.ts';
import { count, nullableText, recordId } from './common.ts';

const noDetails = z.strictObject({});
const form = z.strictObject({ form: z.string() });
const byOperator = z.strictObject({ email: z.string(), scopes: z.array(scope).readonly() });
const teamSlug = z.strictObject({ slug: z.string() });
const webhook = z.strictObject({ webhookId: recordId });

/** The recorded actions, with the schema of the details of each. */
const auditDetails = {
  'key.created': z.union([
    z.strictObject({
      name: z.string(),
      prefix: z.string(),
      scopes: z.array(scope),
      expiresAt: isoTime.nullable(),
    }),
    byOperator,
  ]),
  'key.revoked': noDetails,
  'session.signed_in': form,
  'session.failed': noDetails,
  'session.signed_out': noDetails,
  'session.ended': noDetails,
  'sign_in_link.created': noDetails,
  'password.changed': noDetails,
  'password.reset': noDetails,
  'email.verified': noDetails,
  'email.changed': z.strictObject({ from: z.string() }),
  'account.created': z.union([form, byOperator]),
  'account.exported': noDetails,
  'account.deleted': noDetails,
  'app.connected': z.strictObject({
    app: z.string(),
    host: nullableText,
    redirectUri: z.string(),
    scopes: z.array(scope).readonly(),
  }),
  'app.disconnected': z.strictObject({ app: z.string().exactOptional(), reason: z.string().exactOptional() }),
  'team.created': teamSlug,
  'team.updated': z.strictObject({
    name: z.string().optional(),
    slug: z.string().optional(),
    logo: z.enum(['set', 'removed']).optional(),
  }),
  'team.deleted': teamSlug.partial(),
  'team.invited': z.strictObject({ role, again: z.boolean() }),
  'team.link_created': z.strictObject({ role, singleUse: z.boolean() }),
  'team.link_revoked': z.strictObject({ role }),
  'team.joined': z.strictObject({ role }),
  'team.removed': z.strictObject({ role, status: z.enum(['active', 'invited']).exactOptional() }),
  'team.role_changed': z.strictObject({ from: role, to: role }),
  'library.exported': z.union([
    z.strictObject({
      format: z.literal(['csv', 'zip']),
      boardId: z.union([recordId, z.literal('ALL')]).nullable(),
    }),
    z.strictObject({ format: z.literal('archive'), onlyPerson: nullableText }),
  ]),
  'backup.made': z.strictObject({ bytes: count }),
  'source.created': z.strictObject({ connector: z.string() }),
  'source.deleted': noDetails,
  'webhook.created': webhook,
  'webhook.secret_rolled': webhook,
  'webhook.deleted': webhook,
} as const;

export type AuditAct = keyof typeof auditDetails;
export type AuditDetails<Name extends AuditAct> = z.infer<(typeof auditDetails)[Name]>;

export const Act = z.strictObject({
  id: recordId,
  at: isoTime,
  act: z.string(),
  actorId: nullableText,
  actorEmail: nullableText,
  /** The current name; null for a deleted account and one without a name. */
  actorName: nullableText,
  teamId: recordId.nullable(),
  subject: nullableText,
  via: nullableText,
  address: nullableText,
  // The last one accepts entries of other versions.
  details: z.union([...new Set(Object.values(auditDetails)), z.looseObject({})]),
});
export type Act = z.infer<typeof Act>;
