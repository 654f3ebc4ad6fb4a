import type { Notification } from '@magpie/contract';
import type { Postgres } from '../kernel/postgres/postgres.ts';

/** Something told to a person without a rule. */
export interface Message {
  readonly userId: string;
  readonly type: string;
  readonly title: string;
  readonly body: string;
  readonly data: Readonly<Notification['data']>;
}

/** Puts a message into a person's inbox. */
export async function tellInbox(tx: Postgres, { userId, type, title, body, data }: Message): Promise<void> {
  await tx.query(
    `INSERT INTO notifications (user_id, type, title, body, ad_hashes, data, in_inbox)
     VALUES ($1, $2, $3, $4, '{}', $5, true)`,
    [userId, type, title, body, JSON.stringify(data)],
  );
  await inboxChanged(tx, [userId]);
}

/** Lets every node know, when this transaction is committed, that the inboxes of these people changed. */
export async function inboxChanged(tx: Postgres, userIds: readonly string[]): Promise<void> {
  await tx.query(`SELECT pg_notify('magpie_inbox', user_id) FROM unnest($1::text[]) AS user_id`, [userIds]);
}
