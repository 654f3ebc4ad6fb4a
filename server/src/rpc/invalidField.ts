import { describeIssues, type Procedure } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { z } from 'zod';

/** An error for a field that the contract's schema cannot check. */
export function invalidField(path: string, problem: string): MagpieError {
  const message = `${path} ${problem}.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path, message }] });
}

/** @param parent the field of the procedure's input that was validated, if it was not the input itself */
export function invalidInput(
  error: z.ZodError,
  definition: Pick<Procedure, 'input'>,
  parent = '',
): MagpieError {
  const issues = describeIssues(error, definition).map(({ path, message }) => ({
    path: [parent, path].filter((part) => part !== '').join('.'),
    message: withFullStop(message),
  }));
  return new MagpieError('BAD_REQUEST', issues[0]?.message ?? 'The input is invalid.', { issues });
}

/** Messages of the contract have no full stop. */
export function withFullStop(message: string): string {
  return /[.?]$/.test(message) ? message : `${message}.`;
}
