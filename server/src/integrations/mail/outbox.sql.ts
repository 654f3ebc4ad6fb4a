import type { Postgres } from '../../db/postgres/postgres.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Has a mail sent when the caller's transaction is committed: it is then not lost, and nobody waits for the mail server. */
export async function postMail(tx: Postgres, mail: Mail): Promise<void> {
  await postMails(tx, [mail]);
}

export async function postMails(tx: Postgres, mails: readonly Mail[]): Promise<void> {
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

/** A mail on its way: whatever happens to it, it keeps its number and its time. */
export interface MailToSend extends Omit<Mail, 'html'> {
  readonly id: string;
  readonly html: string | null;
  readonly createdAt: Date;
}

export interface ClaimedMail extends MailToSend {
  /** This one included. */
  readonly tries: number;
  /** The mail server hung on it the last time. */
  readonly isSlow: boolean;
}

export interface Claiming {
  /** Whether slow mails, and whether the others, are looked at. */
  readonly slow: readonly boolean[];
  readonly minutes: number;
}

/** Takes the mail that is due for the longest time. It is nobody else's until there was ample time to send it. */
export async function claimDue(db: Postgres, { slow, minutes }: Claiming): Promise<ClaimedMail | undefined> {
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

export interface Postponement {
  readonly error: string;
  readonly minutes: number;
  readonly isSlow: boolean;
}

export async function postpone(
  db: Postgres,
  id: string,
  { error, minutes, isSlow }: Postponement,
): Promise<void> {
  await db.query(
    `UPDATE mails SET error = $2, due_at = now() + $3 * interval '1 minute', is_slow = $4
     WHERE id = $1 AND due_at IS NOT NULL`,
    [id, error, minutes, isSlow],
  );
}

export async function giveUp(db: Postgres, id: string, error: string): Promise<void> {
  await db.query(`UPDATE mails SET ${erased}, error = $2 WHERE id = $1 AND due_at IS NOT NULL`, [id, error]);
}

/** For 30 days it can be looked up whether a mail went out. */
export async function deleteOldMails(db: Postgres): Promise<number> {
  const rows = await db.query(
    `DELETE FROM mails
     WHERE id = ANY (ARRAY(
       SELECT id FROM mails WHERE due_at IS NULL AND created_at < now() - interval '30 days'
       LIMIT 10000 FOR UPDATE SKIP LOCKED))
     RETURNING id`,
  );
  return rows.length;
}

/** Whatever was or is to be sent to somebody who is gone. */
export async function deleteMailsTo(tx: Postgres, address: string): Promise<void> {
  await tx.query(`DELETE FROM mails WHERE lower(recipient) = lower($1)`, [address]);
}
