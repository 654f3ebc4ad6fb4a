import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/log.ts';
import { folderMailer } from './folder.ts';
import { type Mailer, parseSender } from './message.ts';
import { smtpMailer } from './smtp.ts';

/** The configured mail server, or a folder of files. */
export function openMailer(
  { smtpUrl, mailFrom, dataFolder }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>,
  log: Logger,
): Mailer {
  const sender = parseSender(mailFrom);
  return smtpUrl === null
    ? folderMailer(path.join(dataFolder, 'mail'), sender, log)
    : smtpMailer(smtpUrl, sender);
}
