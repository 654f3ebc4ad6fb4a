import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../config/log.ts';
import { type Mailer, MailFailure, type Sender, toMessage } from './message.ts';
import type { MailToSend } from './outbox.sql.ts';

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
