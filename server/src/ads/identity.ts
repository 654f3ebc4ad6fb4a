import { createHash } from 'node:crypto';
import type { OpenAd } from '@magpie/contract';
import { families } from '@magpie/contract/platforms';

/**
 * Who an ad and an advertiser are. Both are digests of what the world calls them, so that nodes need no
 * counter between them, and the same ad from two sources is one ad.
 */

/**
 * The form in which names are compared: `straße` meets `STRASSE`, whatever the casing and composition. Lower case comes
 * first for the one letter that needs it: of `STRAẞE`, upper case would leave the ẞ as it is.
 */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/** 52 bits: a whole number that JSON carries exactly, and never zero. */
export function advertiserId(name: string): number {
  return Number.parseInt(digest(nameKey(name)).slice(0, 13), 16) || 1;
}

export function adHash(key: string): string {
  return digest(key).slice(0, 32);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** `meta:1234`: from its own key, where it is, or its contents. */
export function keyOf(ad: OpenAd): string {
  return ad.key ?? keyByPlace(ad) ?? keyByContents(ad);
}

/** From its id in a library, its address in one, or any address; `null` where neither tells which ad it is. */
export function keyByPlace({
  platforms: [platform],
  externalId,
  sourceUrl,
}: Pick<OpenAd, 'platforms' | 'externalId' | 'sourceUrl'>): string | null {
  const library = sourceUrl === null ? null : libraryKey(sourceUrl);
  const family = platform === undefined ? library?.split(':')[0] : families[platform];
  if (externalId !== null && family !== undefined) return `${family}:${externalId}`;
  if (library !== null) return library;
  return sourceUrl === null || externalId !== null ? null : `web:${shortened(plainAddress(sourceUrl))}`;
}

function keyByContents(ad: OpenAd): string {
  return `row:${digest(JSON.stringify([nameKey(ad.advertiser.name), ...contents(ad)])).slice(0, 32)}`;
}

/** Escapes can make an address several times as long as it was. */
function shortened(address: string): string {
  return address.length > 1000 ? digest(address) : address;
}

/** An id that no known library gave counts among its advertiser's. */
function contents(ad: OpenAd): unknown[] {
  return ad.externalId === null ? [ad.headlines, ad.bodies, ad.startDate] : [ad.externalId];
}

/** The addresses under which the libraries show one ad: host, where the id stands, and what stands before it in the key. */
const libraries: readonly { prefix: string; address: RegExp }[] = [
  {
    prefix: 'meta:',
    address: /^(?:[\w-]+\.)?facebook\.com\/ads\/archive\/render_ad\/?\?(?:[^#]*&)?id=(\d{5,25})(?:[&#]|$)/,
  },
  {
    prefix: 'meta:',
    address: /^(?:[\w-]+\.)?facebook\.com\/ads\/library\/?\?(?:[^#]*&)?id=(\d{5,25})(?:[&#]|$)/,
  },
  {
    prefix: 'tiktok:',
    address: /^library\.tiktok\.com\/ads\/detail\/?\?(?:[^#]*&)?ad_id=(\d{5,25})(?:[&#]|$)/,
  },
  {
    // Numbered apart from the ads of the library.
    prefix: 'tiktok:top-',
    address:
      /^ads\.tiktok\.com\/(?:business\/)?creativecenter\/(?:[\w-]+\/){0,4}topads\/(\d{5,25})(?:[/?#]|$)/,
  },
  { prefix: 'linkedin:', address: /^(?:www\.)?linkedin\.com\/ad-library\/detail\/(\d{3,25})(?:[/?#]|$)/ },
  {
    prefix: 'google:',
    address: /^adstransparency\.google\.com\/advertiser\/AR\d+\/creative\/(CR\d+)(?:[/?#]|$)/,
  },
];

/** The key of the ad that an address in a library shows; `null` for every other address. */
export function libraryKey(sourceUrl: string): string | null {
  const address = sourceUrl.replace(/^https?:\/\//i, '');
  for (const { prefix, address: pattern } of libraries) {
    const id = pattern.exec(address)?.[1];
    if (id !== undefined) return `${prefix}${id}`;
  }
  return null;
}

/** Without what does not change the page: scheme, `www.`, tracking parameters, fragment and closing slash. */
function plainAddress(sourceUrl: string): string {
  const url = new URL(sourceUrl);
  const kept = [...url.searchParams].filter(([name]) => !/^(?:utm_|fbclid$|gclid$)/i.test(name));
  url.search = String(new URLSearchParams(kept.toSorted(([one], [other]) => (one < other ? -1 : 1))));
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`;
}
