/** The result of one check. */
export interface CheckResult {
  readonly state: 'ok' | 'warning' | 'problem';
  readonly says: string;
  /** How to fix it, in one sentence; null if there is nothing to fix. */
  readonly mend: string | null;
}

export interface Finding extends CheckResult {
  /** The name of the check, such as `PostgreSQL`. */
  readonly check: string;
}

export interface Check {
  readonly name: string;
  /** Null: the check does not apply. */
  readonly run: () => CheckResult | null | Promise<CheckResult | null>;
}

export const ok = (says: string): CheckResult => ({ state: 'ok', says, mend: null });
export const warning = (says: string, mend: string): CheckResult => ({ state: 'warning', says, mend });
export const problem = (says: string, mend: string): CheckResult => ({ state: 'problem', says, mend });

/** Splits an error message into the problem and the advice after it; without advice uses `mend`. */
export function problemFromError(error: unknown, mend: string): CheckResult {
  const message = errorReason(error);
  const [, says = message, advice] =
    /^(.*?)(?:; |: (?=(?:check|start|set|give|create|run|move) ))(.*)$/s.exec(message) ?? [];
  return problem(withPeriod(says), advice === undefined ? mend : capitalised(withPeriod(advice)));
}

/** The reason of a failure; for errors of `fetch` that is the cause. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as NodeJS.ErrnoException;
  if (cause !== undefined && error instanceof TypeError) return errorReason(cause);
  return error.message === '' ? (code ?? 'no reason given') : error.message;
}

function withPeriod(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const timeoutMilliseconds = 30_000;

/** Runs checks in sequence, so that they do not slow each other down; an exception becomes a finding. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run: look } of checks) {
    const verdict = await withTimeout(look).catch((error: unknown) =>
      problemFromError(error, 'Check the server log for the cause.'),
    );
    if (verdict !== null) findings.push({ check: name, ...verdict });
  }
  return findings;
}

export async function withTimeout<Result>(look: () => Result | Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`No response within ${timeoutMilliseconds / 1000} seconds.`);
    timer = setTimeout(() => reject(error), timeoutMilliseconds);
  });
  try {
    return await Promise.race([look(), late]);
  } finally {
    clearTimeout(timer);
  }
}
