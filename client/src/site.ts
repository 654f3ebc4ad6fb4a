/** Where the procedures are on every site of Magpie. */
export const procedurePath = '/api/v1/trpc';

/** The address that the server prints for the API is understood too. */
export function siteOf(url: string): string {
  const { protocol, username, password, search, hash, origin, pathname } = new URL(
    URL.canParse(url) ? url : 'none:',
  );
  if (!/^https?:$/.test(protocol)) {
    throw new Error('The url of a client is an http or https address, such as http://127.0.0.1:3000.');
  }
  if (`${username}${password}${search}${hash}` !== '') {
    throw new Error('The url of a client is an address without a user, a password, a query or a fragment.');
  }
  const site = `${origin}${pathname}`.replace(/\/+$/, '');
  return site.endsWith(procedurePath) ? site.slice(0, -procedurePath.length) : site;
}

/** What is wrong with the url of a client that is sent elsewhere; null when it is not. */
export function redirection(address: string, { type, status, headers }: Response): string | null {
  const location = headers.get('location');
  if (type !== 'opaqueredirect' && (location === null || status < 300 || status >= 400)) return null;
  const { origin } = new URL(address);
  // Browsers tell neither the status nor the address.
  if (location === null || !URL.canParse(location, address)) {
    return `${origin} leads to another address; give that one as the url.`;
  }
  const [site = '', procedure] = new URL(location, address).href.split(procedurePath);
  const advice = procedure === undefined ? ', which is no address of the API' : '; give that as the url';
  return `${origin} answered ${status} and leads to ${site}${advice}.`;
}
