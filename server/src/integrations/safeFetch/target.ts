import { parsedUrl } from '@magpie/contract';
import { shown } from '@magpie/contract/errors';
import { FetchRefused } from './fetchRefused.ts';

/** Far more than any address of a picture or a page has. */
const longestAddress = 8192;

/** A host as it may stand in a sentence. */
export const hostShown = (url: URL): string => shown(url.host, 100);

/** The address as it will be asked for, or a refusal. Where its host leads is checked when it is connected to. */
export function targetOf(address: string, base?: URL): URL {
  const url = address.length <= longestAddress ? parsedUrl(address, base) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new FetchRefused(
      'address',
      `Only http and https addresses of up to ${longestAddress} characters, without a name and password, are fetched.`,
    );
  }
  // `localhost.` is `localhost` to a resolver, and a different name to every list of names.
  if (url.hostname.endsWith('.')) {
    throw new FetchRefused('address', `The host ${hostShown(url)} ends in a dot; write it without one.`);
  }
  url.hash = '';
  return url;
}

/** Where a redirect leads. What was asked for over https is not taken from an answer that anybody could have changed. */
export function redirectTarget(from: URL, location: string): URL {
  const target = targetOf(location, from);
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new FetchRefused('redirects', `The host ${hostShown(from)} redirects from https to http.`);
  }
  return target;
}
