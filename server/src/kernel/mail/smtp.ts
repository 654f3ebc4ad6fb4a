import { email } from '@magpie/contract';
import { createTransport, type NodemailerError } from 'nodemailer';
import { shown } from '../errors.ts';
import { MailFailure } from './failure.ts';
import type { Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

/** In milliseconds: a server that says nothing for so long is taken for one that is not there. */
export interface Patience {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
}

const ample: Patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** Through a mail server. Its address says whether TLS is used: from the beginning, when offered, or always (`?requireTLS=true`). */
export function smtpMailer(smtpUrl: string, sender: Sender, patience = ample): Mailer {
  const { host } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    // What a server had to close while it was idle is begun once more, and nothing else.
    maxRequeues: 1,
    ...patience,
  });
  return {
    description: `the mail server ${host}`,
    async deliver(mail) {
      // The owner's first address is one of this machine: the mail server may know somebody else by it.
      if (!email.safeParse(mail.to).success) {
        throw new MailFailure('refused', `${shown(mail.to, 200)} is no address that mail reaches.`);
      }
      await transport.sendMail(messageOf(mail, sender)).catch((error: unknown) => {
        throw failureOf(error as NodemailerError, host);
      });
    },
    close: () => transport.close(),
  };
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EDNS: 'its name could not be looked up',
};

/** What a server says to the recipient or the text is about this mail; anything before that is about all of them. */
function failureOf(error: NodemailerError, host: string): MailFailure {
  const { command, responseCode = 0, response } = error;
  if ((command === 'RCPT TO' || command === 'DATA') && responseCode >= 400) {
    const kind = responseCode >= 500 ? 'refused' : 'postponed';
    return new MailFailure(kind, `The mail server ${host} answered: ${shown(response ?? '', 400)}`, error);
  }
  const reason = reasons[error.originalCode ?? ''] ?? reasons[error.code ?? ''] ?? error.message;
  return new MailFailure(
    'unreachable',
    `The mail server ${host} cannot be used: ${shown(reason, 400)}.`,
    error,
  );
}
