import { email } from '@magpie/contract';
import type { NodemailerError } from 'nodemailer';
import { sanitizeForMessage } from '@magpie/contract/errors';
import { type Mailer, MailFailure, type Sender, toMessage } from './mailer.ts';

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
