import { useState } from 'react';
import type { FoundAd } from '../../../lib/api/types.ts';
import { listMedia } from '../mediaUrls.ts';
import type { DiscoverSearch } from './search.ts';

export interface FoldedFile {
  readonly ads: readonly FoundAd[];
  /** By the hash of a shown ad: the ads that it stands for. */
  readonly foldedInto: ReadonlyMap<string, readonly FoundAd[]>;
}

/**
 * Ads of one brand with the same image or video, each file once: the server folds ads by their text only. The first ad of the
 * list stands for the others.
 *
 * @param opened the hashes of ads whose others are shown too
 */
export function foldSameFile(ads: readonly FoundAd[], opened: ReadonlySet<string>): FoldedFile {
  const firstOf = new Map<string, string>();
  const foldedInto = new Map<string, FoundAd[]>();
  const shown = ads.filter((ad) => {
    const keys = listFileKeys(ad);
    const first = keys.map((key) => firstOf.get(key)).find((hash) => hash !== undefined);
    for (const key of keys) if (!firstOf.has(key)) firstOf.set(key, first ?? ad.hash);
    if (first === undefined || opened.has(first)) return true;
    foldedInto.set(first, [...(foldedInto.get(first) ?? []), ad]);
    return false;
  });
  return { ads: shown, foldedInto };
}

/** None for carousels, which may share a first card. */
function listFileKeys(ad: FoundAd): string[] {
  const [file, ...others] = listMedia(ad);
  if (file === undefined || others.length > 0) return [];
  const urls = file.type === 'video' ? [file.url, file.thumbnailUrl] : [file.url];
  return urls.flatMap((url) =>
    url === null || url === '' ? [] : `${ad.advertiser.advertiserId} ${withoutSignature(url)}`,
  );
}

const signature = /[?&](?:oh|sig|signature|x-signature|x-amz-signature|x-goog-signature)=/i;

/** Libraries sign the URLs of one file anew for each response. */
function withoutSignature(url: string): string {
  return signature.test(url) ? url.slice(0, url.indexOf('?')) : url;
}

/** Folds the results, unless each of them is wanted: the variants of an ad, or the ads nearest to something. */
export function useFoldedFiles(ads: readonly FoundAd[], search: DiscoverSearch) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isFolded =
    search.duplicates === undefined && search.duplicatesOf === undefined && search.similarTo === undefined;
  const folded: FoldedFile = isFolded ? foldSameFile(ads, opened) : { ads, foldedInto: new Map() };
  const open = (hash: string): void => setOpened((before) => new Set([...before, hash]));
  return { ...folded, open };
}
