import { parseUrl } from '@magpie/contract';
import { sanitizeForMessage } from '@magpie/contract/errors';

/**
 * Forbidden URL, too many or forbidden redirects, response too large, unsupported or broken content encoding,
 * timeout, or no valid response.
 */
type FetchErrorReason = 'address' | 'redirects' | 'size' | 'encoding' | 'time' | 'unreachable';

/** The message is one sentence that names the host and never the whole URL, whose query may contain a key. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly reason: FetchErrorReason;

  constructor(reason: FetchErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

const maxUrlLength = 8192;

export const hostForMessage = (url: URL): string => sanitizeForMessage(url.host, 100);

export function parseTarget(address: string, base?: URL): URL {
  const url = address.length <= maxUrlLength ? parseUrl(address, base) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new FetchError(
      'address',
      `Only http and https URLs of up to ${maxUrlLength} characters without user name and password can be fetched.`,
    );
  }
  // `localhost.` resolves to `localhost`, but does not match it in a list of names.
  if (url.hostname.endsWith('.')) {
    throw new FetchError('address', `The host ${hostForMessage(url)} ends with a dot; remove it.`);
  }
  url.hash = '';
  return url;
}

/** The target of a redirect. Redirects from https to http are rejected, since the response could be forged. */
export function redirectTarget(from: URL, location: string): URL {
  const target = parseTarget(location, from);
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new FetchError('redirects', `The host ${hostForMessage(from)} redirects from https to http.`);
  }
  return target;
}
