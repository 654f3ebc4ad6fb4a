import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Call } from '../../rpc/procedure.ts';
import type { WebhookRow } from './webhooks.sql.ts';

/** Writes down what somebody did, in the transaction of the act. */
export type NoteAct = (
  tx: Postgres,
  act: {
    readonly act: string;
    readonly actorId: string;
    readonly subject: string;
    readonly via: string;
    readonly address: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
) => Promise<void>;

type By = Pick<Call<unknown>, 'caller' | 'address'>;
type NoteWebhook = (tx: Postgres, by: By, act: string, row: WebhookRow) => Promise<void>;

/** Notes what was done to a webhook: without its address, whose query may hold a key. */
export function notingWebhooks(noteAct: NoteAct): NoteWebhook {
  return (tx, { caller, address }, act, row) =>
    noteAct(tx, {
      act,
      actorId: caller.userId,
      via: caller.credential.id,
      address,
      subject: new URL(row.url).host,
      details: { webhookId: row.id },
    });
}
