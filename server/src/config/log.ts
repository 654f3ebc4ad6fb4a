import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Every API key that Magpie makes begins so, and no other string that it prints does. */
const apiKeyPattern = /mgp_[A-Za-z0-9_]+/g;

/**
 * Structured log lines on standard error; standard output is for people.
 * Call sites never log a key; the pattern is the net under them, for text that came from outside.
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: timeField(),
      serializers: { err: (error: unknown) => tellError(error) },
      hooks: { streamWrite: (line) => line.replace(apiKeyPattern, 'mgp_[hidden]') },
    },
    destination,
  );
}

/** Causes can be a circle. */
const deepestCause = 5;

/** What explains an error, and nothing else: drivers hang their sockets and keys on theirs. */
function tellError(error: unknown, depth = 0): object {
  if (!isErrorLike(error)) return { message: textOf(error) };
  const { name, message, code, stack, cause } = error;
  return {
    type: name,
    message,
    code,
    stack,
    ...(cause === undefined || depth === deepestCause ? {} : { cause: tellError(cause, depth + 1) }),
  };
}

/** The job queue reports copies of errors, which are plain objects. */
function isErrorLike(error: unknown): error is Partial<Error> & { readonly code?: unknown } {
  return error instanceof Error || typeof (error as Partial<Error> | null)?.message === 'string';
}

/** The values of an object of an unknown kind may be secrets, so only its fields are named. */
function textOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  return `An object with the fields ${Object.keys(thrown).join(', ')}`;
}

let openedStandardError: DestinationStream | undefined;

/** There is one, whoever logs to it. */
function standardError(): DestinationStream {
  openedStandardError ??= openStandardError();
  return openedStandardError;
}

/** One write for all lines of a turn of the event loop: under load a write costs as much as making the line. */
function openStandardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true });
  let lines = '';
  const flush = (): void => {
    stream.write(lines);
    lines = '';
  };
  // The last turn ends without its setImmediate, after an uncaught error too.
  process.once('exit', () => void (lines !== '' && flush()));
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** Lines that share a millisecond share its text: writing out a date is a good part of what a line costs. */
function timeField(): () => string {
  let writtenFor = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== writtenFor) text = `,"time":"${new Date(now).toISOString()}"`;
    writtenFor = now;
    return text;
  };
}
