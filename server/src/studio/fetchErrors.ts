import type { FetchError } from '../integrations/safeFetch/fetchError.ts';

/** Error codes for URLs that callers give: a bad URL, unusable content, or no response. */
export const fetchErrorCodes = {
  address: 'BAD_REQUEST',
  redirects: 'BAD_REQUEST',
  size: 'UNPROCESSABLE_CONTENT',
  encoding: 'UNPROCESSABLE_CONTENT',
  time: 'GATEWAY_TIMEOUT',
  unreachable: 'GATEWAY_TIMEOUT',
} as const satisfies Record<FetchError['reason'], string>;
