import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Every API key that Magpie makes begins so, and no other string that it prints does. */
const apiKeyPattern = /mgp_[A-Za-z0-9_]+/g;

/**
 * Structured log lines on standard error; standard output is for people.
 * Call sites never log a key; the pattern is the net under them, for text that came from outside.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: (line) => line.replace(apiKeyPattern, 'mgp_[hidden]') },
    },
    destination,
  );
}
