/** What is known of an error that the driver or the server reported. */
interface Failure {
  readonly code?: string;
  readonly syscall?: string;
  readonly message?: string;
  readonly detail?: string;
}

/** SQLSTATEs of a transaction that the engine gave up for another's sake: done again, it may succeed. */
const transient: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Connection failures (class 08), shutdown and start-up, no connection, memory or lock free in time. */
const unavailable = /^(08...|57P0[123]|53[234]00|55P03|57014|25P03)$/;

/** A connection that was refused, or lost while a statement was on its way. */
const brokenConnection = /^(connect \w+|(read|write) (EPIPE|ECONNRESET))$/;

/** The driver's own words for a connection that went away; it gives these errors no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

export function isTransient(error: unknown): boolean {
  return transient.has(failureOf(error).code ?? '');
}

/** Whether the engine could not be reached or was too busy: not the caller's mistake, and not for ever. */
export function isUnavailable(error: unknown): boolean {
  const { code = '', syscall, message = '' } = failureOf(error);
  return (
    unavailable.test(code) || brokenConnection.test(`${syscall} ${code}`) || lostConnection.test(message)
  );
}

/** Whether something was to be written that refers to a row with this key, and there is none (any more). */
export function isAboutMissing(error: unknown, key: string): boolean {
  const { code, detail = '' } = failureOf(error);
  // Whatever language the server speaks, it quotes the key like this.
  return code === '23503' && detail.includes(`=(${key})`);
}

function failureOf(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? error : {};
}
