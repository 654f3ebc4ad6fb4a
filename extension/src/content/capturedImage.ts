import { textLimits } from '@magpie/contract/limits';
import { platformTable } from '@magpie/contract/platforms';
import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { readUrl, readString } from '@magpie/sources/mapping/fields';
import type { CapturedAdInput } from '../sites/types.ts';

type FoundImage = Readonly<Partial<Record<'pictureUrl' | 'pageUrl' | 'pageTitle' | 'siteName', string>>>;

const maxSourceLength = textLimits.url;

/**
 * A picture from the context menu of any page; the user fills in the rest. Two pictures of one page are two ads, so the
 * identity is the address of the picture.
 *
 * @param fallback the platform for unknown hosts
 */
export function toCapturedImage(
  found: FoundImage,
  fallback: CapturedAdInput['platform'] = 'facebook',
): CapturedAdInput {
  const url = readUrl(found.pictureUrl);
  const page = readUrl(found.pageUrl, 2048);
  const host = page === null ? '' : new URL(page).hostname;
  const platform = platformTable.findByHost(host) ?? fallback;
  return {
    platform,
    sourceUrl:
      url === null || url.length <= maxSourceLength ? (url ?? page) : page && pageWithHash(page, url),
    companyName:
      [found.siteName, host.replace(/^www\./, '')]
        .map((name) => readString(name, 200))
        .find((name) => name !== null && !isPlaceholderName(name, 'field')) ?? '',
    pageUrl: page,
    headline: readString(found.pageTitle, 2000),
    format: 'image',
    media: url === null ? [] : [{ type: 'image', url }],
  };
}

/** Identity of a picture whose address is too long: its page plus a hash of the address. */
function pageWithHash(page: string, pictureUrl: string): string {
  const marked = (address: string): string => {
    const place = new URL(address);
    place.searchParams.set('picture', fingerprint(pictureUrl));
    return place.href;
  };
  const place = marked(page);
  return place.length <= maxSourceLength ? place : marked(new URL(page).origin);
}

/** 64-bit FNV-1a: a deliberate collision would gain nothing. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}
