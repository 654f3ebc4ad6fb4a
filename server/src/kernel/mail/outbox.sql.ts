import type { Postgres } from '../postgres/postgres.ts';

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
