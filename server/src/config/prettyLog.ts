/**
 * Log lines for people. Written here because pino-pretty would add thirteen direct dependencies for what is one
 * function; see docs/decisions/0034-start-and-log.md.
 */

const ansi = { dim: [2, 22], bold: [1, 22], red: [31, 39], yellow: [33, 39], green: [32, 39] } as const;
type Style = keyof typeof ansi;

const levelStyles: Readonly<Record<string, Style>> = {
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};

interface LoggedLine extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly err?: unknown;
}

/** Formats one JSON line of the log as `14:03:59 WARN  request  status=500 …`, with the stack of an error below it. */
export function formatLogLine(json: string, colors: boolean): string {
  const { time, level, msg = '', err, ...fields } = JSON.parse(json) as LoggedLine;
  const paint = (style: Style, text: string): string => {
    const [on, off] = ansi[style];
    return colors ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
  const pairs = Object.entries(fields).map(
    ([key, value]) => `${paint('dim', `${key}=`)}${formatValue(value)}`,
  );
  const head = [
    paint('dim', formatTime(time)),
    paint(levelStyles[level] ?? 'bold', level.toUpperCase().padEnd(5)),
    [escapeControls(msg), ...pairs].join('  ').trim(),
  ].join(' ');
  return `${head}\n${err === undefined ? '' : formatError(err)}`;
}

/** The local time of day. */
function formatTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

const maxListedItems = 3;

function formatValue(value: unknown): string {
  if (Array.isArray(value) && value.length > maxListedItems) {
    return `${formatValue(value[0])} … ${formatValue(value.at(-1))} (${value.length})`;
  }
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return escapeControls(/^\S+$/.test(text) || typeof value !== 'string' ? text : JSON.stringify(text));
}

interface LoggedError {
  readonly type?: string;
  readonly message?: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

function formatError(error: unknown, label = ''): string {
  const { type = 'Error', message = '', code, stack, cause } = error as LoggedError;
  // The code is not part of the stack.
  const suffix = code === undefined ? '' : ` [${code}]`;
  const [first = '', ...frames] = (stack ?? `${type}: ${message}`).split('\n');
  const lines = [`${label}${first}${suffix}`, ...frames.map((line) => line.trim())];
  const text = lines.map((line) => `         ${escapeControls(line)}\n`).join('');
  return cause === undefined ? text : text + formatError(cause, 'caused by ');
}

/** Text from outside must not move the cursor or change colours. */
function escapeControls(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
