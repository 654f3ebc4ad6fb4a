import type { SendMailOptions } from 'nodemailer';
import { shown } from '@magpie/contract/errors';
import type { MailToSend } from './outbox.sql.ts';

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Reads `Magpie <magpie@example.com>`, or an address alone. */
export function senderIn(mailFrom: string): Sender {
  const [, name = '', address = mailFrom] = /^(.*) <(.*)>$/.exec(mailFrom) ?? [];
  return { name, address };
}

const longestSubject = 200;

/** The message that goes out. Each address is given as one, so that no text can add a second recipient. */
export function messageOf(mail: MailToSend, sender: Sender): SendMailOptions {
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    from: { ...sender },
    to: { name: '', address: mail.to },
    envelope: { from: sender.address, to: [mail.to] },
    subject: shown(mail.subject.replaceAll(/\s+/g, ' '), longestSubject),
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    date: mail.createdAt,
    // A mail that is sent again, since it was not known whether it had arrived, can be recognised.
    messageId: `<${mail.id}@${domain}>`,
    // Nobody's holiday message is to answer it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
