/** What a look at one thing came to. */
export interface Verdict {
  readonly state: 'ok' | 'warning' | 'problem';
  readonly says: string;
  /** What to do about it, in one sentence; null where there is nothing to do. */
  readonly mend: string | null;
}

export interface Finding extends Verdict {
  /** What was looked at: `PostgreSQL`. */
  readonly check: string;
}

export interface Check {
  readonly name: string;
  /** Null: there is nothing to say of it here. */
  readonly look: () => Verdict | null | Promise<Verdict | null>;
}

export const ok = (says: string): Verdict => ({ state: 'ok', says, mend: null });
export const warning = (says: string, mend: string): Verdict => ({ state: 'warning', says, mend });
export const problem = (says: string, mend: string): Verdict => ({ state: 'problem', says, mend });

/** An error's sentence, which mostly says what to do after what is wrong; else that is `mend`. */
export function problemOf(error: unknown, mend: string): Verdict {
  const message = reasonOf(error);
  const [, says = message, told] =
    /^(.*?)(?:; |: (?=(?:check|start|set|give|create|run|move) ))(.*)$/s.exec(message) ?? [];
  return problem(withStop(says), told === undefined ? mend : capitalised(withStop(told)));
}

/** Why something failed; of what `fetch` throws, the cause, since it says nothing itself. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as NodeJS.ErrnoException;
  if (cause !== undefined && error instanceof TypeError) return reasonOf(cause);
  return error.message === '' ? (code ?? 'no reason given') : error.message;
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const patienceMilliseconds = 30_000;

/** One after the other, so that none is slowed down by another; what fails is a finding too. */
export async function examine(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, look } of checks) {
    const verdict = await withTimeout(look).catch((error: unknown) =>
      problemOf(error, 'Look into the log of the server, and mend what it tells.'),
    );
    if (verdict !== null) findings.push({ check: name, ...verdict });
  }
  return findings;
}

/** What does not come to an end fails. */
export async function withTimeout<Result>(look: () => Result | Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`It did not answer within ${patienceMilliseconds / 1000} seconds.`);
    timer = setTimeout(() => reject(error), patienceMilliseconds);
  });
  try {
    return await Promise.race([look(), late]);
  } finally {
    clearTimeout(timer);
  }
}
