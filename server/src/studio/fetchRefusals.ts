import type { FetchRefused } from '../integrations/safeFetch/fetchRefused.ts';

/** Whose fault it is when something that a caller gave the address of is not fetched: theirs, what is there, or that nothing came. */
export const codesOfRefusals = {
  address: 'BAD_REQUEST',
  redirects: 'BAD_REQUEST',
  size: 'UNPROCESSABLE_CONTENT',
  encoding: 'UNPROCESSABLE_CONTENT',
  time: 'GATEWAY_TIMEOUT',
  unreachable: 'GATEWAY_TIMEOUT',
} as const satisfies Record<FetchRefused['reason'], string>;
