import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import { folderMailer } from './folder.ts';
import { senderIn } from './message.ts';
import type { MailToSend } from './outbox.sql.ts';
import { smtpMailer } from './smtp.ts';

/** Hands mails to those who bring them. */
export interface Mailer {
  /** Where mails go, for a person: without a password. */
  readonly description: string;
  /** Resolves when somebody else answers for the mail; fails with a MailFailure. */
  deliver(mail: MailToSend): Promise<void>;
  close(): void;
}

/** The mail server that is configured, or a folder for somebody to look into. */
export function openMailer(
  { smtpUrl, mailFrom, dataFolder }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>,
  log: Logger,
): Mailer {
  const sender = senderIn(mailFrom);
  return smtpUrl === null
    ? folderMailer(path.join(dataFolder, 'mail'), sender, log)
    : smtpMailer(smtpUrl, sender);
}
