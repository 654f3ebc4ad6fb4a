import { hash } from 'node:crypto';
import type { OpenAd } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';

/** Ids are digests of external keys and names, so nodes need no shared counter. */

/**
 * Normalizes a name for comparison, so that `straße` equals `STRASSE`. Lower case is applied first because upper case
 * would leave the ẞ of `STRAẞE` unchanged.
 */
export function normalizeAdvertiserName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

export const bitsOfAdvertiserId = 52;

/** As many bits as JSON represents exactly; never zero. */
export function advertiserId(name: string): number {
  return Number.parseInt(digest(normalizeAdvertiserName(name)).slice(0, bitsOfAdvertiserId / 4), 16) || 1;
}

export function adHash(key: string): string {
  return digest(key).slice(0, 32);
}

function digest(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Such as `meta:1234`: the given key, or one derived from the source, or from the contents. */
export function buildAdKey(ad: OpenAd): string {
  return ad.key ?? keyFromSource(ad) ?? keyFromContents(ad);
}

/** From the ad's id or URL in an ad library, or from any other URL; `null` if none identifies the ad. */
export function keyFromSource({
  platforms: [platform],
  externalId,
  sourceUrl,
}: Pick<OpenAd, 'platforms' | 'externalId' | 'sourceUrl'>): string | null {
  const library = sourceUrl === null ? null : libraryKey(sourceUrl);
  const family = platform === undefined ? library?.split(':')[0] : platformTable.keyPrefix(platform);
  if (externalId !== null && family !== undefined) return `${family}:${externalId}`;
  if (library !== null) return library;
  if (sourceUrl === null || externalId !== null) return null;
  const url = toPlainUrl(sourceUrl);
  // Escapes can make a URL several times longer.
  return `web:${url.length > 1000 ? digest(url) : url}`;
}

function keyFromContents(ad: OpenAd): string {
  // An id from an unknown library is unique only within its advertiser.
  const contents = ad.externalId === null ? [ad.headlines, ad.bodies, ad.startDate] : [ad.externalId];
  const name = normalizeAdvertiserName(ad.advertiser.name);
  return `row:${digest(JSON.stringify([name, ...contents])).slice(0, 32)}`;
}

export function libraryKey(sourceUrl: string): string | null {
  return platformTable.findLibraryAd(sourceUrl)?.key ?? null;
}

/** Removes what does not change the page: scheme, `www.`, tracking parameters, fragment and trailing slash. */
function toPlainUrl(sourceUrl: string): string {
  const url = new URL(sourceUrl);
  const remaining = [...url.searchParams].filter(([name]) => !/^(?:utm_|fbclid$|gclid$)/i.test(name));
  url.search = String(new URLSearchParams(remaining.toSorted(([one], [other]) => (one < other ? -1 : 1))));
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`;
}
