import { z } from 'zod';
import { isoTime } from '../values/dates.ts';
import { nullableText, recordId } from './common.ts';

/** The actions that are recorded; entries of other versions may have others. */
export type AuditAct =
  | 'key.created'
  | 'key.revoked'
  | 'session.signed_in'
  | 'session.failed'
  | 'session.signed_out'
  | 'session.ended'
  | 'sign_in_link.created'
  | 'password.changed'
  | 'password.reset'
  | 'email.verified'
  | 'email.changed'
  | 'account.created'
  | 'account.exported'
  | 'account.deleted'
  | 'app.connected'
  | 'app.disconnected'
  | 'team.created'
  | 'team.updated'
  | 'team.deleted'
  | 'team.invited'
  | 'team.joined'
  | 'team.removed'
  | 'team.role_changed'
  | 'library.exported'
  | 'backup.made'
  | 'webhook.created'
  | 'webhook.secret_rolled'
  | 'webhook.deleted';

/** An audit log entry. */
export const Act = z.strictObject({
  id: recordId,
  at: isoTime,
  act: z.string(),
  actorId: nullableText,
  actorEmail: nullableText,
  teamId: recordId.nullable(),
  subject: nullableText,
  via: nullableText,
  address: nullableText,
  details: z.record(z.string(), z.unknown()),
});
export type Act = z.infer<typeof Act>;
