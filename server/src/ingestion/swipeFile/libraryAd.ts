import type { OpenAd } from '@magpie/contract';
import { libraryKey } from '../../ads/identity.ts';
import { addressOf } from '@magpie/sources/mapping/fields';

/** An ad that is known only by its address in a library. */
export interface LibraryAd {
  /** The same as from an importer: `meta:1234`. */
  readonly key: string;
  readonly externalId: string;
  readonly sourceUrl: string;
  /** Null for Google, whose ads run on YouTube, in search and elsewhere. */
  readonly platform: OpenAd['platforms'][number] | null;
}

interface Library {
  readonly platform: LibraryAd['platform'];
  /** The same address as from an importer; null if the id is not enough to build it. */
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

/** The ad at a library address; `null` for any other address. */
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

/** With or without a scheme; ends at white space, commas, semicolons, brackets and quotation marks. */
const written =
  /(?:https?:\/\/|(?<![\w.@/-])(?=(?:[\w-]+\.)*(?:facebook|tiktok|linkedin|google)\.com\/))[^\s"'<>,;|()[\]{}\\`]+/gi;
const maxInText = 1000;

/** Every address in a text; library addresses also without https. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(written)]
    .slice(0, maxInText)
    .map(([address]) => (/^https?:/i.test(address) ? address : `https://${address}`));
}
