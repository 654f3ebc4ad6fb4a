import type { SendMailOptions } from 'nodemailer';
import { sanitizeForMessage } from '@magpie/contract/errors';
import type { MailToSend } from './outbox.sql.ts';

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
