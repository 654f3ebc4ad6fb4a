import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

export type LogFormat = 'auto' | 'json' | 'pretty';

/** Every API key of Magpie has this prefix, and nothing else that it prints has. */
const apiKeyPattern = /mgp_[A-Za-z0-9_]+/g;

/**
 * Structured log lines on standard error; standard output is for people.
 * Call sites never log a key. The pattern redacts keys in text from outside.
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: timeField(),
      serializers: { err: (error: unknown) => serializeError(error) },
      hooks: { streamWrite: (line) => line.replace(apiKeyPattern, 'mgp_[hidden]') },
    },
    destination,
  );
}

/** Causes can be circular. */
const maxCauseDepth = 5;

/** Only the fields that explain an error: drivers attach their sockets and keys to theirs. */
function serializeError(error: unknown, depth = 0): object {
  if (!isErrorLike(error)) return { message: describeThrown(error) };
  const { name, message, code, stack, cause } = error;
  return {
    type: name,
    message,
    code,
    stack,
    ...(cause === undefined || depth === maxCauseDepth ? {} : { cause: serializeError(cause, depth + 1) }),
  };
}

/** The job queue reports copies of errors, which are plain objects. */
function isErrorLike(error: unknown): error is Partial<Error> & { readonly code?: unknown } {
  return error instanceof Error || typeof (error as Partial<Error> | null)?.message === 'string';
}

/** The values of an unknown object may be secrets, so only its field names are logged. */
function describeThrown(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  return `An object with the fields ${Object.keys(thrown).join(', ')}`;
}

let openedStandardError: DestinationStream | undefined;

export function standardError(): DestinationStream {
  openedStandardError ??= openStandardError();
  return openedStandardError;
}

/** Writes all lines of one event loop turn at once: under load a write costs as much as formatting the line. */
function openStandardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: true });
  let lines = '';
  const flush = (): void => {
    stream.write(lines);
    lines = '';
  };
  // On exit, also after an uncaught error, the last setImmediate does not run.
  process.once('exit', () => void (lines !== '' && flush()));
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** Lines of the same millisecond share the formatted time: formatting a date is a large part of a line's cost. */
function timeField(): () => string {
  let formattedFor = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== formattedFor) text = `,"time":"${new Date(now).toISOString()}"`;
    formattedFor = now;
    return text;
  };
}
