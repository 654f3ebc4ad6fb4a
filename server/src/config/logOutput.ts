import pino, { type DestinationStream } from 'pino';
import { isTerminal, useColors } from './config.ts';
import { type LogFormat, standardError } from './log.ts';
import { formatLogLine } from './prettyLog.ts';

type Around = (write: () => void) => void;

/**
 * Standard error in this format; `auto` is readable on a terminal and JSON in a pipe.
 *
 * @param around runs each write to a terminal, so that it does not mix with other output there
 */
export function openLogOutput(format: LogFormat, around: Around = (write) => write()): DestinationStream {
  const onTerminal = isTerminal(process.stderr);
  const isPretty = format === 'pretty' || (format === 'auto' && onTerminal);
  const colors = useColors(onTerminal);
  const render = (line: string): string => (isPretty ? formatLogLine(line, colors) : line);
  if (!onTerminal) return { write: (line) => standardError().write(render(line)) };
  // Not delayed: the output that `around` draws again must follow the line.
  const terminal = pino.destination({ dest: 2, sync: true });
  return { write: (line) => around(() => terminal.write(render(line))) };
}
