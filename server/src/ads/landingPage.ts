import { parseUrl, type OpenAd } from '@magpie/contract';
import { getDomain } from 'tldts';
import { unwrapRedirect } from '@magpie/sources/mapping/redirects';
import { RecentCache } from './recent.ts';

/**
 * Raise this when the rules below or those of redirects.ts change. Until the ads are enriched again, which updates
 * `page_uses`, alert rules treat a page that is spelled differently as a new landing page.
 */
export const landingPageVersion = 2;

export interface LandingPage {
  /** Host and path: equal for URLs that differ only in scheme, `www.`, query, fragment or trailing slash. */
  readonly page: string;
  /** The registered domain, or the subdomain assigned by a shop or site builder. */
  readonly domain: string;
}

/** Three nested redirects are common; more are likely a loop. */
const maxRedirects = 3;

interface Site {
  readonly host: string;
  readonly domain: string;
}

/** Cached because finding the domain is the slowest step and advertisers have few sites. */
const sites = new RecentCache<Site | null>(400_000);

/** The landing page of a URL; null for a template or a URL without a public domain. */
export function parseLandingPage(address: string): LandingPage | null {
  const url = resolveDestination(address);
  if (url === null) return null;
  const { hostname } = url;
  const site = sites.getOrCompute(hostname, () => findSite(hostname));
  const path = withoutSlashes(url.pathname);
  if (site === null || /%7b%7b/i.test(path)) return null;
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
  return { page: `${site.host}${port}${path}`, domain: site.domain };
}

export function landingPageOfAd(facts: Pick<OpenAd, 'landingPageUrl' | 'cards'>): LandingPage | null {
  for (const address of [facts.landingPageUrl, ...facts.cards.map((card) => card.landingPageUrl)]) {
    const found = address === null ? null : parseLandingPage(address);
    if (found !== null) return found;
  }
  return null;
}

function findSite(hostname: string): Site | null {
  const host = withoutWww(hostname.replace(/\.$/, ''));
  const domain = toRegistrableDomain(host);
  return domain === null ? null : { host, domain };
}

function resolveDestination(address: string): URL | null {
  let url = parseWebUrl(/^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`);
  for (let redirects = 0; url !== null && redirects < maxRedirects; redirects += 1) {
    const target = unwrapRedirect(url);
    if (target === null) return url;
    url = parseWebUrl(target);
  }
  return url;
}

function parseWebUrl(address: string): URL | null {
  const url = parseUrl(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/** Only if a domain remains: `www.com` is itself a domain. */
function withoutWww(host: string): string {
  const rest = host.slice(4);
  return host.startsWith('www.') && toRegistrableDomain(rest) !== null ? withoutWww(rest) : host;
}

const asGiven = { extractHostname: false, validateHostname: false };

/** IP addresses are their own domain. A bare private suffix, such as `github.io`, is the domain of its owner. */
function toRegistrableDomain(host: string): string | null {
  if (/^\[|^\d+\.\d+\.\d+\.\d+$/.test(host)) return host;
  // The parser accepts {{shop}}.com.
  if (!/^[a-z\d._-]+$/.test(host)) return null;
  return getDomain(host, { ...asGiven, allowPrivateDomains: true }) ?? getDomain(host, asGiven);
}

/** No regular expression, since `/\/+$/` is quadratic on a long run of slashes inside the path. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
