import { addressOf, textOf } from '@magpie/server/ingestion/mapping/fields';
import type { CapturedAdInput } from './types.ts';

interface FoundPicture {
  readonly pictureUrl: string;
  readonly pageUrl: string;
  readonly pageTitle: string;
  readonly siteName?: string;
}

/** Where pages of a platform are; no other page tells. */
const hosts: readonly (readonly [host: RegExp, platform: CapturedAdInput['platform']])[] = [
  [/(?:^|\.)facebook\.com$/, 'facebook'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
  [/(?:^|\.)linkedin\.com$/, 'linkedin'],
  [/(?:^|\.)youtube\.com$|^youtu\.be$|^adstransparency\.google\.com$/, 'youtube'],
];

const longestSource = 2048;

/**
 * A picture of any page, by context menu; what cannot be known is left for the person to fill in. Two pictures of one
 * page are two ads, so that an ad is recognised by the address of its picture.
 *
 * @param otherwise the platform where the page does not tell
 */
export function capturedPicture(
  found: FoundPicture,
  otherwise: CapturedAdInput['platform'] = 'facebook',
): CapturedAdInput {
  const url = addressOf(found.pictureUrl);
  const page = addressOf(found.pageUrl, 2048);
  const host = page === null ? '' : new URL(page).hostname;
  const platform = hosts.find(([pattern]) => pattern.test(host))?.[1] ?? otherwise;
  return {
    platform,
    sourceUrl: url === null || url.length <= longestSource ? (url ?? page) : page && placeOn(page, url),
    companyName:
      textOf(found.siteName, 200) ?? textOf(host.replace(/^www\./, ''), 200) ?? 'Unknown advertiser',
    pageUrl: page,
    headline: textOf(found.pageTitle, 2000),
    format: 'image',
    media: url === null ? [] : [{ type: 'image', url }],
  };
}

/** Where a picture is whose own address is too long: its page, told apart from the page's other pictures. */
function placeOn(page: string, pictureUrl: string): string {
  const marked = (address: string): string => {
    const place = new URL(address);
    place.searchParams.set('picture', fingerprint(pictureUrl));
    return place.href;
  };
  const place = marked(page);
  return place.length <= longestSource ? place : marked(new URL(page).origin);
}

/** FNV-1a of 64 bits: nobody gains anything by two pictures that have the same. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}
