import { addressOf, textOf } from '@magpie/server/ingestion/mapping/fields';
import type { CapturedAdInput } from './types.ts';

interface FoundPicture {
  readonly pictureUrl: string;
  readonly pageUrl: string;
  readonly pageTitle: string;
  readonly siteName?: string;
}

/** Where pages of a platform are; a picture of any other page is most often one of Facebook's network. */
const hosts: readonly (readonly [host: RegExp, platform: CapturedAdInput['platform']])[] = [
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
  [/(?:^|\.)linkedin\.com$/, 'linkedin'],
  [/(?:^|\.)(?:youtube\.com|youtu\.be|google\.com)$/, 'youtube'],
];

/**
 * A picture of any page, by context menu; what cannot be known is left for the person to fill in. Two pictures of one
 * page are two ads, so that an ad is recognised by the address of its picture.
 */
export function capturedPicture(found: FoundPicture): CapturedAdInput {
  const url = addressOf(found.pictureUrl);
  const page = addressOf(found.pageUrl, 2048);
  const host = page === null ? '' : new URL(page).hostname;
  const platform = hosts.find(([pattern]) => pattern.test(host))?.[1] ?? 'facebook';
  return {
    platform,
    sourceUrl: url !== null && url.length <= 2048 ? url : page,
    companyName:
      textOf(found.siteName, 200) ?? textOf(host.replace(/^www\./, ''), 200) ?? 'Unknown advertiser',
    pageUrl: page,
    headline: textOf(found.pageTitle, 2000),
    format: 'image',
    media: url === null ? [] : [{ type: 'image', url }],
  };
}
