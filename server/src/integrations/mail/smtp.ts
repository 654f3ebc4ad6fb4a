import { email } from '@magpie/contract';
import type { NodemailerError } from 'nodemailer';
import { shown } from '@magpie/contract/errors';
import { MailFailure } from './failure.ts';
import type { Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

/** In milliseconds. */
export interface Patience {
  /** A server to which there is no connection after so long is taken for one that is not there. */
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  /** For a mail from its beginning to its end, however the server spends it. */
  readonly mailTimeout: number;
}

const ample: Patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, mailTimeout: 60_000 };

/** Through a mail server. Its address says whether TLS is used: from the beginning, when offered, or always (`?requireTLS=true`). */
export function smtpMailer(smtpUrl: string, sender: Sender, patience = ample): Mailer {
  const { host } = new URL(smtpUrl);
  const { mailTimeout } = patience;
  // Each line is one connection, used for one mail after the other, so that cutting one that hangs harms no other mail.
  const lines = new Set<Line>();
  const idle: Line[] = [];
  return {
    description: `the mail server ${host}`,
    async deliver(mail) {
      // The owner's first address is one of this machine: the mail server may know somebody else by it.
      if (!email.safeParse(mail.to).success) {
        throw new MailFailure('refused', `${shown(mail.to, 200)} is no address that mail reaches.`);
      }
      const line = idle.pop() ?? (await openLine(smtpUrl, patience));
      lines.add(line);
      const timer = setTimeout(() => {
        lines.delete(line);
        line.close({ force: true });
      }, mailTimeout);
      try {
        await line.sendMail(messageOf(mail, sender));
      } catch (error) {
        throw lines.has(line) ? failureOf(error as NodemailerError, host) : hung(host, mailTimeout, error);
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

type Line = Awaited<ReturnType<typeof openLine>>;

async function openLine(url: string, { connectionTimeout, greetingTimeout, mailTimeout }: Patience) {
  // Loaded with the first mail: a start does not wait for it.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // What a server had to close while it was idle is begun once more, and nothing else.
    maxRequeues: 1,
    connectionTimeout,
    greetingTimeout,
    // Silence would be begun once more too: the mail's own time is over before.
    socketTimeout: 2 * mailTimeout,
  });
}

function hung(host: string, milliseconds: number, cause: unknown): MailFailure {
  const seconds = Math.round(milliseconds / 1000);
  return new MailFailure(
    'postponed',
    `The mail server ${host} did not take the mail within ${seconds} seconds.`,
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

/** Only a connection that cannot be made is about all mails; what comes after that is about this one. */
function failureOf(error: NodemailerError, host: string): MailFailure {
  const { code = '', originalCode = '', command, responseCode = 0, response } = error;
  if (!isAboutOneMail(error)) {
    const reason =
      responseCode > 0 ? error.message : (reasons[originalCode] ?? reasons[code] ?? error.message);
    const sentence = `The mail server ${host} cannot be used: ${shown(reason, 400)}.`;
    return new MailFailure('unreachable', sentence, error);
  }
  const isRefused = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  const said =
    response === undefined
      ? `did not take the mail: ${shown(reasons[originalCode] ?? reasons[code] ?? error.message, 400)}.`
      : `answered: ${shown(response, 400)}`;
  return new MailFailure(isRefused ? 'refused' : 'postponed', `The mail server ${host} ${said}`, error);
}

/** Servers also hang up on a recipient; whether one did so while it was connected to cannot be told, and is taken for that. */
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
