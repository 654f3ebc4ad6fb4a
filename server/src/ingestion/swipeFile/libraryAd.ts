import type { OpenAd } from '@magpie/contract';
import { libraryKey } from '../../ads/identity.ts';
import { addressOf } from '../mapping/fields.ts';

/** An ad of which only its address in a library is known. */
export interface LibraryAd {
  /** As importers make it: `meta:1234`. */
  readonly key: string;
  readonly externalId: string;
  readonly sourceUrl: string;
  /** Where such ads run; Google's run on YouTube, in searches and elsewhere. */
  readonly platform: OpenAd['platforms'][number] | null;
}

interface Library {
  readonly platform: LibraryAd['platform'];
  /** The address that importers give the ad; where it takes more than the id, what is left of the one given. */
  readonly address: (id: string) => string | null;
}

const libraries: Readonly<Record<string, Library>> = {
  meta: { platform: 'facebook', address: (id) => `https://www.facebook.com/ads/library/?id=${id}` },
  tiktok: { platform: 'tiktok', address: tiktokAddress },
  linkedin: { platform: 'linkedin', address: (id) => `https://www.linkedin.com/ad-library/detail/${id}` },
  google: { platform: null, address: () => null },
};

function tiktokAddress(id: string): string {
  return id.startsWith('top-')
    ? `https://ads.tiktok.com/business/creativecenter/topads/${id.slice('top-'.length)}`
    : `https://library.tiktok.com/ads/detail/?ad_id=${id}`;
}

/** The ad that an address in a library shows; `null` for anything else. */
export function libraryAdAt(address: string): LibraryAd | null {
  const clean = addressOf(address, 2048);
  if (clean === null) return null;
  const { protocol, host, pathname, search } = new URL(clean);
  const key = libraryKey(`${protocol}//${host}${pathname}${search}`);
  const [family = '', id = ''] = key?.split(':') ?? [];
  const library = libraries[family];
  if (key === null || library === undefined) return null;
  return {
    key,
    externalId: id.replace(/^top-/, ''),
    sourceUrl: library.address(id) ?? `https://${host}${pathname}`,
    platform: library.platform,
  };
}

/** With or without what it begins with; commas and semicolons separate, as brackets and quotation marks do. */
const written =
  /(?:https?:\/\/|(?<![\w.@/-])(?=(?:[\w-]+\.)*(?:facebook|tiktok|linkedin|google)\.com\/))[^\s"'<>,;|()[\]{}\\`]+/gi;
const mostInText = 1000;

/** Every address in a text, one of the libraries also where it does not say https. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(written)]
    .slice(0, mostInText)
    .map(([address]) => (/^https?:/i.test(address) ? address : `https://${address}`));
}
