import { fieldNamed } from '@magpie/sources/table/tableNames';
import { addressesIn, libraryAdAt, type LibraryAd } from './libraryAd.ts';

/** The ads of one line of an address list, or why there are none. */
export type ListedAds = { readonly ads: readonly LibraryAd[] } | { readonly problem: string };

const noAddress = 'It contains no address of an ad';
const example = 'https://www.facebook.com/ads/library/?id=1234567890';

/** @param isFirst whether this is the first non-empty line, which may be a header */
export function adsInLine(line: string, isFirst: boolean): ListedAds {
  const text = line.replace(/^\uFEFF/, '').trim();
  if (text === '' || text.startsWith('#')) return { ads: [] };
  const addresses = addressesIn(text);
  if (addresses.length === 0 && isFirst && namesColumns(text)) return { ads: [] };
  const ads = addresses.map(libraryAdAt).filter((ad) => ad !== null);
  if (ads.length > 0) return { ads };
  return {
    problem:
      addresses.length === 0
        ? `${noAddress}; give one such as ${example}.`
        : `${noAddress} in an ad library; open the ad there and copy its address, such as ${example}.`,
  };
}

function namesColumns(text: string): boolean {
  return text
    .split(/[,;|\t]/)
    .some((cell) => fieldNamed(cell) !== undefined || /^\W*(?:url|link|address)s?\W*$/i.test(cell));
}
