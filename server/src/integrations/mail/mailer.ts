import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import type { SendMailOptions, NodemailerError } from 'nodemailer';
import { sanitizeForMessage } from '@magpie/contract/errors';
import type { MailToSend } from './outbox.sql.ts';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { email } from '@magpie/contract';

export function openMailer(
  { smtpUrl, mailFrom, dataFolder }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>,
  log: Logger,
): Mailer {
  const sender = parseSender(mailFrom);
  return smtpUrl === null
    ? folderMailer(path.join(dataFolder, 'mail'), sender, log)
    : smtpMailer(smtpUrl, sender);
}

export interface Mailer {
  readonly description: string;
  deliver(mail: MailToSend): Promise<void>;
  close(): void;
}

export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /**
   * `refused`: this mail was rejected permanently. `postponed`: this mail may be retried. `unreachable`: the server
   * cannot be connected to, or rejects the credentials.
   */
  readonly kind: 'refused' | 'postponed' | 'unreachable';

  constructor(kind: MailFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Parses `Magpie <magpie@example.com>`, or an address alone. */
export function parseSender(mailFrom: string): Sender {
  const [, name = '', address = mailFrom] = /^(.*) <(.*)>$/.exec(mailFrom) ?? [];
  return { name, address };
}

const maxSubjectLength = 200;

/** Addresses are passed as objects, so that their text cannot add a second recipient. */
export function toMessage(mail: MailToSend, sender: Sender): SendMailOptions {
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    from: { ...sender },
    to: { name: '', address: mail.to },
    envelope: { from: sender.address, to: [mail.to] },
    subject: sanitizeForMessage(mail.subject.replaceAll(/\s+/g, ' '), maxSubjectLength),
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    date: mail.createdAt,
    // Lets receivers detect a duplicate when a mail is sent again.
    messageId: `<${mail.id}@${domain}>`,
    // Suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export function folderMailer(folder: string, sender: Sender, log: Logger): Mailer {
  return {
    description: `the folder ${folder}`,
    async deliver(mail) {
      try {
        const { createTransport } = await import('nodemailer');
        const transport = createTransport({ streamTransport: true, buffer: true });
        const { message } = await transport.sendMail(toMessage(mail, sender));
        const file = path.join(folder, formatFileName(mail));
        // Mails contain sign-in links.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.unfinished`, message, { mode: 0o600, flush: true });
        await rename(`${file}.unfinished`, file);
        log.info({ file }, 'mail written to file; set SMTP_URL to send it');
      } catch (error) {
        throw new MailFailure('unreachable', `The folder ${folder} cannot be written to.`, error);
      }
    },
    close: () => undefined,
  };
}

/** Sorts by creation time, and is the same when a mail is written again. */
function formatFileName({ createdAt, id }: MailToSend): string {
  return `${createdAt.toISOString().replaceAll(/[-:.]/g, '')}-${id}.eml`;
}

/** In milliseconds. */
export interface SmtpTimeouts {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  /** For a whole mail. */
  readonly mailTimeout: number;
}

const defaultTimeouts: SmtpTimeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  mailTimeout: 60_000,
};

/** The URL selects TLS: `smtps:` uses it from the start, `smtp:` if offered, `?requireTLS=true` always. */
export function smtpMailer(smtpUrl: string, sender: Sender, patience = defaultTimeouts): Mailer {
  const { host } = new URL(smtpUrl);
  const { mailTimeout } = patience;
  // A connection sends one mail at a time, so that closing a hanging one affects no other mail.
  const lines = new Set<Connection>();
  const idle: Connection[] = [];
  return {
    description: `the mail server ${host}`,
    async deliver(mail) {
      // owner@localhost may belong to somebody else on the mail server.
      if (!email.safeParse(mail.to).success) {
        throw new MailFailure(
          'refused',
          `${sanitizeForMessage(mail.to, 200)} is not an address that can receive mail.`,
        );
      }
      const line = idle.pop() ?? (await openConnection(smtpUrl, patience));
      lines.add(line);
      const timer = setTimeout(() => {
        lines.delete(line);
        line.close({ force: true });
      }, mailTimeout);
      try {
        await line.sendMail(toMessage(mail, sender));
      } catch (error) {
        throw lines.has(line)
          ? toMailFailure(error as NodemailerError, host)
          : timeoutFailure(host, mailTimeout, error);
      } finally {
        clearTimeout(timer);
        if (lines.has(line)) idle.push(line);
      }
    },
    close: () => {
      for (const line of lines) line.close({ force: true });
    },
  };
}

type Connection = Awaited<ReturnType<typeof openConnection>>;

async function openConnection(
  url: string,
  { connectionTimeout, greetingTimeout, mailTimeout }: SmtpTimeouts,
) {
  // Loaded with the first mail to keep the start fast.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // Retries only if the server closed an idle connection.
    maxRequeues: 1,
    connectionTimeout,
    greetingTimeout,
    // A socket timeout would be retried too, so `mailTimeout` must come first.
    socketTimeout: 2 * mailTimeout,
  });
}

function timeoutFailure(host: string, milliseconds: number, cause: unknown): MailFailure {
  const seconds = Math.round(milliseconds / 1000);
  return new MailFailure(
    'postponed',
    `The mail server ${host} did not accept the mail within ${seconds} seconds.`,
    cause,
  );
}

const closed = 'it closed the connection';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EDNS: 'its name could not be looked up',
  ECONNECTION: closed,
  ECONNRESET: closed,
  EPIPE: closed,
};

/** A failed connection affects all mails; later errors affect only this one. */
function toMailFailure(error: NodemailerError, host: string): MailFailure {
  const { code = '', originalCode = '', command, responseCode = 0, response } = error;
  if (!isAboutOneMail(error)) {
    const reason =
      responseCode > 0 ? error.message : (reasons[originalCode] ?? reasons[code] ?? error.message);
    const sentence = `The mail server ${host} cannot be used: ${sanitizeForMessage(reason, 400)}.`;
    return new MailFailure('unreachable', sentence, error);
  }
  const isRefused = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  const said =
    response === undefined
      ? `did not accept the mail: ${sanitizeForMessage(reasons[originalCode] ?? reasons[code] ?? error.message, 400)}.`
      : `answered: ${sanitizeForMessage(response, 400)}`;
  return new MailFailure(isRefused ? 'refused' : 'postponed', `The mail server ${host} ${said}`, error);
}

/** Some servers close the connection to reject a recipient, which looks like a connection error. */
function isAboutOneMail({ code, originalCode, command, timeoutType }: NodemailerError): boolean {
  return (
    code === 'EENVELOPE' ||
    code === 'EMESSAGE' ||
    (code === 'ECONNECTION' && command !== 'EHLO') ||
    originalCode === 'ECONNRESET' ||
    originalCode === 'EPIPE' ||
    timeoutType === 'SOCKET_TIMEOUT'
  );
}
