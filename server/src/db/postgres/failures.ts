interface Failure {
  readonly code?: string;
  readonly syscall?: string;
  readonly message?: string;
  readonly detail?: string;
}

/** SQLSTATEs of serialization failures and deadlocks: a retry may succeed. */
const transient: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Connection failures (class 08), shutdown and start-up, too many connections, out of memory, lock timeout. */
const unavailable = /^(08...|57P0[123]|53[234]00|55P03|57014|25P03)$/;

const brokenConnection = /^(connect \w+|(read|write) (EPIPE|ECONNRESET))$/;

/** The driver's messages for a lost connection; these errors have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

export function isTransient(error: unknown): boolean {
  return transient.has(classifyFailure(error).code ?? '');
}

export function isUnavailable(error: unknown): boolean {
  const { code = '', syscall, message = '' } = classifyFailure(error);
  return (
    unavailable.test(code) || brokenConnection.test(`${syscall} ${code}`) || lostConnection.test(message)
  );
}

export function isMissingReference(error: unknown, key: string): boolean {
  const { code, detail = '' } = classifyFailure(error);
  // The server quotes the key like this in every language.
  return code === '23503' && detail.includes(`=(${key})`);
}

function classifyFailure(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? error : {};
}
