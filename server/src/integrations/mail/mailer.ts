import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import { smtpMailer } from './smtp.ts';
import type { SendMailOptions } from 'nodemailer';
import { sanitizeForMessage } from '@magpie/contract/errors';
import type { MailToSend } from './outbox.sql.ts';
import { mkdir, rename, writeFile } from 'node:fs/promises';

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
  /** The destination for display, without password. */
  readonly description: string;
  /** Resolves when the mail is accepted; fails with a MailFailure. */
  deliver(mail: MailToSend): Promise<void>;
  close(): void;
}

/** The message is one sentence for the operator. */
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

/** Writes .eml files, for an instance without mail server. */
export function folderMailer(folder: string, sender: Sender, log: Logger): Mailer {
  return {
    description: `the folder ${folder}`,
    async deliver(mail) {
      try {
        const { createTransport } = await import('nodemailer');
        const transport = createTransport({ streamTransport: true, buffer: true });
        const { message } = await transport.sendMail(toMessage(mail, sender));
        const file = path.join(folder, nameOf(mail));
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
function nameOf({ createdAt, id }: MailToSend): string {
  return `${createdAt.toISOString().replaceAll(/[-:.]/g, '')}-${id}.eml`;
}
