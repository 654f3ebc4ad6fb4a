import { deleteBatch } from '../../db/postgres/batches.sql.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** False for the placeholder address of a new instance's owner. */
export function canBeMailed(address: string): boolean {
  return !address.endsWith('@localhost');
}

/** Queues a mail in the caller's transaction: it is sent after the commit, and the caller does not wait for the mail server. */
export async function queueMail(tx: Postgres, mail: Mail): Promise<void> {
  await queueMails(tx, [mail]);
}

export async function queueMails(tx: Postgres, mails: readonly Mail[]): Promise<void> {
  await tx.query(
    `INSERT INTO mails (recipient, subject, text, html)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
    [
      mails.map(({ to }) => to),
      mails.map(({ subject }) => subject),
      mails.map(({ text }) => text),
      mails.map(({ html }) => html ?? null),
    ],
  );
  await tx.query(`SELECT pg_notify('magpie_mails', '')`);
}

export interface MailToSend extends Omit<Mail, 'html'> {
  readonly id: string;
  readonly html: string | null;
  readonly createdAt: Date;
}

export interface ClaimedMail extends MailToSend {
  readonly tries: number;
  readonly isSlow: boolean;
}

export async function claimDueMails(db: Postgres, slow: readonly boolean[], minutes: number) {
  const [mail] = await db.query<ClaimedMail>(
    `UPDATE mails mail
     SET tries = tries + 1, due_at = now() + $2 * interval '1 minute'
     FROM (SELECT id FROM mails WHERE is_slow = ANY ($1) AND due_at <= now()
           ORDER BY is_slow, due_at LIMIT 1 FOR UPDATE SKIP LOCKED) due
     WHERE mail.id = due.id
     RETURNING mail.id, recipient AS to, subject, text, html, created_at AS "createdAt", tries, is_slow AS "isSlow"`,
    [slow, minutes],
  );
  return mail;
}

const erased = `subject = NULL, text = NULL, html = NULL, due_at = NULL`;

export async function markSent(db: Postgres, id: string): Promise<void> {
  await db.query(`UPDATE mails SET ${erased}, sent_at = now(), error = NULL WHERE id = $1`, [id]);
}

export async function postpone(
  db: Postgres,
  { id, error, minutes, isSlow }: { id: string; error: string; minutes: number; isSlow: boolean },
): Promise<void> {
  await db.query(
    `UPDATE mails SET error = $2, due_at = now() + $3 * interval '1 minute', is_slow = $4
     WHERE id = $1 AND due_at IS NOT NULL`,
    [id, error, minutes, isSlow],
  );
}

export async function markMailFailed(db: Postgres, id: string, error: string): Promise<void> {
  await db.query(`UPDATE mails SET ${erased}, error = $2 WHERE id = $1 AND due_at IS NOT NULL`, [id, error]);
}

/** Delivery records are kept for 30 days. */
export function deleteOldMails(db: Postgres): Promise<number> {
  return deleteBatch(db, 'mails', `due_at IS NULL AND created_at < now() - interval '30 days'`);
}

export async function deleteMailsTo(tx: Postgres, address: string): Promise<void> {
  await tx.query(`DELETE FROM mails WHERE lower(recipient) = lower($1)`, [address]);
}
