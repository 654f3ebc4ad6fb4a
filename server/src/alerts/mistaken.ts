import { MagpieError } from '@magpie/contract/errors';

/** What is wrong with a field of a rule, beyond what the contract can see. */
export function mistaken(path: string, problem: string): MagpieError {
  const message = `${path} ${problem}.`;
  return new MagpieError('BAD_REQUEST', message, { issues: [{ path, message }] });
}
