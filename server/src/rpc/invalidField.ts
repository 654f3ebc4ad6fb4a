import { MagpieError } from '@magpie/contract/errors';

/** An error for a field that the contract's schema cannot check. */
export function invalidField(path: string, problem: string): MagpieError {
  const message = `${path} ${problem}.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path, message }] });
}
