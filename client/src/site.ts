import { procedureBase } from '@magpie/contract/limits';

/** Also accepts the API address that the server prints. */
export function parseSite(url: string): string {
  const { protocol, username, password, search, hash, origin, pathname } = new URL(
    URL.canParse(url) ? url : 'none:',
  );
  if (!/^https?:$/.test(protocol)) {
    throw new Error('url must be an http or https address, such as http://127.0.0.1:3000.');
  }
  if (`${username}${password}${search}${hash}` !== '') {
    throw new Error('url must not contain a user, a password, a query or a fragment.');
  }
  const site = `${origin}${pathname}`.replace(/\/+$/, '');
  return site.endsWith(procedureBase) ? site.slice(0, -procedureBase.length) : site;
}

/** The error message for a redirect; null for any other response. */
export function redirectProblem(address: string, { type, status, headers }: Response): string | null {
  const location = headers.get('location');
  if (type !== 'opaqueredirect' && (location === null || status < 300 || status >= 400)) return null;
  const { origin } = new URL(address);
  // Browsers hide the status and the location.
  if (location === null || !URL.canParse(location, address)) {
    return `${origin} redirects to another address; use that one as the url.`;
  }
  const [site = '', procedure] = new URL(location, address).href.split(procedureBase);
  const advice = procedure === undefined ? ', which is not an API address' : '; use that as the url';
  return `${origin} redirects (${status}) to ${site}${advice}.`;
}
