import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { startSmtpServer, type SmtpServer } from '../../testing/smtp.ts';
import { createLog } from '../../config/log.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { openMailer, type Mailer, parseSender, smtpMailer } from './mailer.ts';
import { deleteMailsTo, deleteOldMails, type Mail, queueMail, queueMails } from './outbox.sql.ts';
import { sendDueMails } from './sendMails.ts';

const silent = createLog('silent');
const sender = parseSender('Möwe, Elster & Co <magpie@example.com>');
const goOn = new AbortController().signal;
const letter = { to: 'ann@example.com', subject: 'Hello', text: 'A secret link' };

let server: SmtpServer;
beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(() => server.stop());

describe.each(postgresLanes)('mails on PostgreSQL $name', (lane) => {
  let db: PostgresEngine;
  let mailer: Mailer;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    mailer = smtpMailer(server.url, sender);
  });
  afterAll(async () => {
    mailer.close();
    await db.close();
  });
  beforeEach(async () => {
    server.arrived.length = 0;
    await db.query('TRUNCATE mails');
  });

  const send = (through = mailer): Promise<void> => sendDueMails({ db, mailer: through, log: silent }, goOn);
  const rows = (): Promise<Record<string, unknown>[]> =>
    db.query(
      `SELECT recipient, text, tries, sent_at IS NOT NULL AS sent, due_at > now() AS waits, error FROM mails ORDER BY recipient`,
    );
  const arrived = (): Promise<Email[]> => Promise.all(server.arrived.map(({ raw }) => PostalMime.parse(raw)));

  it('are sent with their letters, both parts and a number, and then erased', async () => {
    const html = '<p>Grüße – 你好 <a href="https://example.com/?a=1&amp;b=2">hier</a></p>';
    await queueMail(db, { ...letter, subject: 'Grüße aus Köln – 你好 🐦', text: 'Grüße – 你好', html });
    const [posted] = await db.query<{ id: string }>('SELECT id FROM mails');
    await send();
    const [mail] = await arrived();
    expect(mail).toMatchObject({
      from: { name: 'Möwe, Elster & Co', address: 'magpie@example.com' },
      to: [{ address: 'ann@example.com' }],
      subject: 'Grüße aus Köln – 你好 🐦',
      messageId: `<${posted?.id}@example.com>`,
    });
    expect(mail?.text?.trim()).toBe('Grüße – 你好');
    expect(mail?.html?.trim()).toBe(html);
    expect(await rows()).toEqual([
      { recipient: 'ann@example.com', text: null, tries: 1, sent: true, waits: null, error: null },
    ]);
    await send();
    expect(server.arrived).toHaveLength(1);
  });

  it('are never sent if the transaction is rolled back, and trigger a notification if it is committed', async () => {
    await expect(
      db.transaction(async (tx) => {
        await queueMail(tx, letter);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await send();
    expect(server.arrived).toEqual([]);
  });

  it('cannot be made to reach others or to say what was not meant, by no text', async () => {
    const subject = 'Hi\r\nBcc: eve@example.com\r\n\r\nBuy!\u0007\u202e';
    await queueMails(db, [
      { ...letter, subject, text: '.\r\nRCPT TO:<eve@example.com>\r\n' },
      { ...letter, to: 'ann@example.com, eve@example.com' },
      { ...letter, to: 'ann@example.com>\r\nRCPT TO:<eve@example.com' },
      { ...letter, to: 'owner@localhost' },
    ]);
    await send();
    expect(server.arrived.map(({ to }) => to)).toEqual([['ann@example.com']]);
    const [mail] = await arrived();
    expect(mail).toMatchObject({ subject: 'Hi Bcc: eve@example.com Buy!\u{fffd}\u{fffd}' });
    expect(mail?.bcc ?? []).toEqual([]);
    expect((await rows()).map(({ error }) => error)).toEqual([
      null,
      expect.stringMatching(/is not an address that can receive mail/),
      expect.stringMatching(/is not an address that can receive mail/),
      'owner@localhost is not an address that can receive mail.',
    ]);
  });

  it('to a mailbox that does not exist are given up at once, and others are not held up', async () => {
    const said: string[] = [];
    const log = pino(new Writable({ write: (line, _, done) => (said.push(String(line)), done()) }));
    await queueMails(db, [
      { ...letter, to: 'nobody@example.com' },
      { ...letter, to: 'busy@example.com' },
      letter,
    ]);
    await sendDueMails({ db, mailer, log }, goOn);
    expect(server.arrived.map(({ to }) => to)).toEqual([['ann@example.com']]);
    expect(await rows()).toMatchObject([
      { recipient: 'ann@example.com', sent: true },
      {
        recipient: 'busy@example.com',
        text: 'A secret link',
        waits: true,
        error: expect.stringContaining('451'),
      },
      {
        recipient: 'nobody@example.com',
        text: null,
        sent: false,
        waits: null,
        error: expect.stringContaining('550 No such mailbox'),
      },
    ]);
    expect(said.join('')).toMatch(/"level":50.*mail failed: .*550/);
    expect(said.join('')).not.toContain('secret');
  });

  it('are tried for a day, and then given up', async () => {
    await queueMail(db, { ...letter, to: 'busy@example.com' });
    await send();
    await db.query(`UPDATE mails SET due_at = now(), created_at = now() - interval '23 hours', tries = 40`);
    await send();
    expect(await rows()).toMatchObject([{ tries: 41, waits: true }]);
    await db.query(`UPDATE mails SET due_at = now(), created_at = now() - interval '25 hours'`);
    await send();
    expect(await rows()).toMatchObject([{ text: null, waits: null, sent: false }]);
  });

  it('are sent once by two nodes at a time', async () => {
    await queueMails(
      db,
      Array.from({ length: 23 }, (_, index) => ({ ...letter, to: `person${index}@example.com` })),
    );
    await Promise.all([send(), send()]);
    expect(new Set(server.arrived.map(({ to }) => to[0])).size).toBe(23);
    expect(server.arrived).toHaveLength(23);
  });

  it('to somebody who is gone go too, and others after 30 days', async () => {
    await queueMails(db, [
      letter,
      { ...letter, to: 'Bob@example.com' },
      { ...letter, to: 'waiting@example.com' },
    ]);
    await deleteMailsTo(db, 'bob@example.com');
    await db.query(`UPDATE mails SET created_at = now() - interval '31 days'`);
    await db.query(`UPDATE mails SET due_at = NULL, text = NULL WHERE recipient = 'ann@example.com'`);
    expect(await deleteOldMails(db)).toBe(1);
    expect(await rows()).toMatchObject([{ recipient: 'waiting@example.com' }]);
  });

  it('wait for a mail server that is down, and go out when it is up again', async () => {
    const mortal = await startSmtpServer();
    const through = smtpMailer(mortal.url, sender);
    onTestFinished(() => through.close());
    await mortal.stop();
    await queueMails(db, [letter, { ...letter, to: 'bob@example.com' }]);
    await send(through);
    expect((await rows()).map(({ error }) => error)).toContain(
      `The mail server 127.0.0.1:${mortal.port} cannot be used: nothing listens there.`,
    );
    expect(await rows()).toMatchObject([{ sent: false }, { sent: false }]);
    const risen = await startSmtpServer(mortal.port);
    onTestFinished(() => risen.stop());
    await db.query('UPDATE mails SET due_at = now()');
    await send(through);
    expect(risen.arrived.map(({ to }) => to[0]).toSorted()).toEqual(['ann@example.com', 'bob@example.com']);
    expect(await rows()).toMatchObject([{ sent: true, error: null }, { sent: true }]);
  });
});

describe('a mail server', () => {
  const [lane] = postgresLanes;
  if (lane === undefined) throw new Error('There is no PostgreSQL to test on.');
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(lane);
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    server.arrived.length = 0;
    await db.query('TRUNCATE mails');
  });

  const failureThrough = async (mailer: Mailer, to = letter.to): Promise<unknown> => {
    onTestFinished(() => mailer.close());
    await queueMail(db, { ...letter, to });
    await sendDueMails({ db, mailer, log: silent }, goOn);
    const [row] = await db.query<{ error: string }>('SELECT error FROM mails WHERE due_at > now()');
    return row?.error;
  };
  // Long enough for a machine that pauses for seconds while other tests run.
  const timeouts = { connectionTimeout: 12_000, greetingTimeout: 12_000, mailTimeout: 12_000 };
  const letterTo = (name: string): Mail => ({ ...letter, to: `${name}@example.com` });
  const to = (...names: string[]): Mail[] => names.map(letterTo);
  const numbered = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${name}${index}`);
  /** Begins to send what was posted; what hangs does so until the time for a mail is over. */
  const begin = (): { mailer: Mailer; run: Promise<void>; isOver: () => boolean } => {
    const mailer = smtpMailer(server.url, sender, timeouts);
    onTestFinished(() => mailer.close());
    let over = false;
    const run = sendDueMails({ db, mailer, log: silent }, goOn).finally(() => (over = true));
    return { mailer, run, isOver: () => over };
  };
  const haveArrived = (names: string[]): Promise<void> =>
    vi.waitFor(
      () =>
        expect(server.arrived.map(({ to: [address] }) => address).toSorted()).toEqual(
          names.map((name) => `${name}@example.com`).toSorted(),
        ),
      { timeout: timeouts.mailTimeout, interval: 20 },
    );

  const waiting = (): Promise<unknown[]> =>
    db.query('SELECT recipient, tries, is_slow, error FROM mails WHERE due_at > now() ORDER BY recipient');

  it('that hangs on one recipient brings the mails of all others at once, also those posted meanwhile', async () => {
    const others = numbered('person', 12);
    await queueMails(db, to('silence', ...others));
    const { run, isOver } = begin();
    await haveArrived(others);
    await queueMails(db, to('late', 'nobody', 'leaving', 'later'));
    await haveArrived([...others, 'late', 'later']);
    expect(isOver()).toBe(false);
    await run;
    expect(await waiting()).toEqual([
      { recipient: 'leaving@example.com', tries: 1, is_slow: false, error: expect.stringContaining('421') },
      {
        recipient: 'silence@example.com',
        tries: 1,
        is_slow: true,
        error: `The mail server 127.0.0.1:${server.port} did not accept the mail within 12 seconds.`,
      },
    ]);
  });

  it('that hangs on more recipients than mails are sent to at once keeps the others waiting for a second', async () => {
    await queueMails(db, to(...numbered('silence', 6)));
    await queueMails(db, to('ann'));
    const { run, isOver } = begin();
    await haveArrived(['ann']);
    expect(isOver()).toBe(false);
    await run;
  });

  it('that hung on recipients before keeps nobody waiting for those', async () => {
    await queueMails(db, to(...numbered('silence', 20), 'ann'));
    await db.query(
      `UPDATE mails SET is_slow = true, due_at = now() - interval '1 hour' WHERE recipient LIKE 'silence%'`,
    );
    const stopping = new AbortController();
    const mailer = smtpMailer(server.url, sender, timeouts);
    onTestFinished(() => mailer.close());
    const run = sendDueMails({ db, mailer, log: silent }, stopping.signal);
    await haveArrived(['ann']);
    const [claimed] = await db.query(
      'SELECT count(*)::integer AS slow FROM mails WHERE is_slow AND tries = 1',
    );
    expect(claimed).toEqual({ slow: 5 });
    stopping.abort();
    await run;
  });

  it('is given the time for a mail once, also where the connection was used before', async () => {
    await queueMails(db, to('ann'));
    const { mailer, run } = begin();
    await run;
    const begun = performance.now();
    expect(await failureThrough(mailer, 'silence@example.com')).toMatch(/did not accept the mail within/);
    expect(performance.now() - begun).toBeLessThan(2 * timeouts.mailTimeout);
  });

  it('that rejects the password, or has a self-signed certificate, gets nothing', async () => {
    expect(await failureThrough(smtpMailer(server.url.replace('p%3Aw', 'other'), sender))).toMatch(
      /535 Who are you/,
    );
    await db.query('TRUNCATE mails');
    expect(await failureThrough(smtpMailer(server.url.split('?')[0] ?? '', sender))).toMatch(/certificate/);
  });
});

describe('without a mail server', () => {
  it('mails become files that only their owner can read, and an unusable folder is reported', async () => {
    const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-mail-'));
    onTestFinished(() => rmSync(dataFolder, { recursive: true }));
    const mailer = openMailer({ smtpUrl: null, mailFrom: 'magpie@localhost', dataFolder }, silent);
    const mail = { ...letter, id: 'b2f3', html: null, createdAt: new Date('2026-03-04T05:06:07.089Z') };
    await mailer.deliver({ ...mail, to: 'owner@localhost' });
    await mailer.deliver({ ...mail, to: 'owner@localhost' });
    const folder = path.join(dataFolder, 'mail');
    expect(readdirSync(folder)).toEqual(['20260304T050607089Z-b2f3.eml']);
    const file = path.join(folder, '20260304T050607089Z-b2f3.eml');
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(await PostalMime.parse(readFileSync(file))).toMatchObject({
      from: { address: 'magpie@localhost' },
      to: [{ address: 'owner@localhost' }],
      text: 'A secret link\n',
    });

    writeFileSync(path.join(dataFolder, 'file'), '');
    const nowhere = openMailer(
      { smtpUrl: null, mailFrom: 'magpie@localhost', dataFolder: path.join(dataFolder, 'file') },
      silent,
    );
    await expect(nowhere.deliver(mail)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
