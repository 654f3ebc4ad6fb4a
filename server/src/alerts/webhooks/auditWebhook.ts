import type { AuditAct } from '@magpie/contract';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Call } from '../../rpc/procedure.ts';
import type { WebhookRow } from './webhooks.sql.ts';

/** Adds an audit entry in the transaction of the action. */
export type AddAuditEntry = (
  tx: Postgres,
  act: {
    readonly act: AuditAct;
    readonly actorId: string;
    readonly subject: string;
    readonly via: string;
    readonly address: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
) => Promise<void>;

type By = Pick<Call<unknown>, 'caller' | 'address'>;
type AuditWebhook = (tx: Postgres, by: By, act: AuditAct, row: WebhookRow) => Promise<void>;

/** Audits an action on a webhook without its full URL, whose query may contain a key. */
export function createWebhookAudit(addAuditEntry: AddAuditEntry): AuditWebhook {
  return (tx, { caller, address }, act, row) =>
    addAuditEntry(tx, {
      act,
      actorId: caller.userId,
      via: caller.credential.id,
      address,
      subject: new URL(row.url).host,
      details: { webhookId: row.id },
    });
}
