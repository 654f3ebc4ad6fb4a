import { endOfRange } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';

/** The last millisecond of `asOf`; a date includes its whole day. */
export function momentOf(asOf: string, today: string): string {
  const { day, before } = endOfRange(asOf);
  if (day > today) {
    const message = `asOf must not be in the future; got ${asOf}.`;
    throw new MagpieError('BAD_REQUEST', message, { issues: [{ path: 'asOf', message }] });
  }
  return new Date(Date.parse(before) - 1).toISOString();
}
