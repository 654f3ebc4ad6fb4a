import type { OpenAd } from '@magpie/contract';
import { getDomain } from 'tldts';
import { redirectTarget } from './redirects.ts';
import { Recent } from './recent.ts';

/**
 * A higher one when the rules below or those of redirects.ts change. Until the ads are enriched again, which also notes
 * their pages as used (`page_uses`), a rule about new landing pages takes a page that is spelled otherwise for a new one.
 */
export const landingPageVersion = 2;

export interface LandingPage {
  /** Host and path: the same for addresses that differ only in scheme, `www.`, query, fragment or trailing slash. */
  readonly page: string;
  /** What its owner registered, or the subdomain a shop or site builder gave them. */
  readonly domain: string;
}

/** A redirect to a redirect to a redirect is common, more is a trap. */
const mostRedirects = 3;

interface Site {
  readonly host: string;
  readonly domain: string;
}

/** Advertisers have few sites and many pages, and to tell a domain takes longer than all the rest. */
const sites = new Recent<Site | null>(200_000);

/** Where an ad leads to; null for a template or an address that is on no public site. */
export function landingPageOf(address: string): LandingPage | null {
  const url = destinationOf(address);
  if (url === null) return null;
  const { hostname } = url;
  const site = sites.of(hostname, () => siteOf(hostname));
  const path = withoutSlashes(url.pathname);
  if (site === null || /%7b%7b/i.test(path)) return null;
  return { page: `${site.host}${portOf(url)}${path}`, domain: site.domain };
}

/** Where an ad leads to: its own page, or that of its first card. */
export function landingPageOfAd(facts: Pick<OpenAd, 'landingPageUrl' | 'cards'>): LandingPage | null {
  for (const address of [facts.landingPageUrl, ...facts.cards.map((card) => card.landingPageUrl)]) {
    const found = address === null ? null : landingPageOf(address);
    if (found !== null) return found;
  }
  return null;
}

function siteOf(hostname: string): Site | null {
  const host = withoutWww(hostname.replace(/\.$/, ''));
  const domain = domainOf(host);
  return domain === null ? null : { host, domain };
}

function destinationOf(address: string): URL | null {
  let url = webAddress(/^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`);
  for (let redirects = 0; url !== null && redirects < mostRedirects; redirects += 1) {
    const target = redirectTarget(url);
    if (target === null) return url;
    url = webAddress(target);
  }
  return url;
}

function webAddress(address: string): URL | null {
  const url = parsed(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/** Without asking first whether it can be parsed, which parses it. */
function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Only where a site remains: `www.com` is one itself. */
function withoutWww(host: string): string {
  const rest = host.slice(4);
  return host.startsWith('www.') && domainOf(rest) !== null ? withoutWww(rest) : host;
}

const asGiven = { extractHostname: false, validateHostname: false };

/** Numeric addresses are their own domain; a public suffix by itself, such as `github.io`, is one of its owner's. */
function domainOf(host: string): string | null {
  if (/^\[|^\d+\.\d+\.\d+\.\d+$/.test(host)) return host;
  // The parser lets {{shop}}.com pass.
  if (!/^[a-z\d._-]+$/.test(host)) return null;
  return getDomain(host, { ...asGiven, allowPrivateDomains: true }) ?? getDomain(host, asGiven);
}

/** The usual ports say only by which scheme it was written. */
function portOf({ port }: URL): string {
  return port === '' || port === '80' || port === '443' ? '' : `:${port}`;
}

/** By hand, since `/\/+$/` is quadratic on a long run of slashes inside the path. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
