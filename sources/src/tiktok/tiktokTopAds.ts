import type { OpenAdInput } from '@magpie/contract';
import { readCapturedAt, readAdvertiserName } from '../mapping/adParts.ts';
import { platformTable } from '@magpie/contract/platforms';
import {
  getPath,
  hasAny,
  isObject,
  readCount,
  readCountries,
  readPixels,
  readTexts,
  readUrl,
} from '../mapping/fields.ts';
import type { AdSource } from '../source.ts';
import { readAdId, noAdvertiser } from './tiktok.ts';

export const tiktokTopAds: AdSource = {
  name: 'tiktok-top-ads',
  summary: "Top Ads of TikTok's Creative Center, lists and details: the one with likes, comments and shares.",
  recognises: (document) => recordsIn(document).some(isTopAd),
  unfold: recordsIn,
  toAd: mapAd,
};

function recordsIn(document: unknown): readonly unknown[] {
  const data = getPath(document, 'data');
  for (const materials of [getPath(data, 'materials'), getPath(document, 'materials')]) {
    if (Array.isArray(materials)) return materials;
  }
  return [isTopAd(data) ? data : document];
}

function isTopAd(record: unknown): boolean {
  const own = ['ad_title', 'brand_name', 'industry_key', 'objective_key'];
  return isObject(getPath(record, 'video_info')) && hasAny(record, own);
}

/** Omits `ctr` and `cost`, which are positions on scales, and `source`, which names a TikTok product. */
function mapAd(record: unknown): OpenAdInput {
  const id = readAdId(getPath(record, 'id'));
  const countries = readCountries(getPath(record, 'country_code'));
  return {
    // A separate id range: in the library the same id is another ad.
    ...platformTable.identifyAd('tiktok', id, { prefix: 'top-' }),
    platforms: ['tiktok'],
    placements: ['tiktok'],
    // Many have an empty brand_name; scrapers may provide the account instead.
    advertiser: {
      name: readAdvertiserName(
        ['brand_name', 'account_name', 'nickname'].map((name) => getPath(record, name)),
        noAdvertiser,
      ),
    },
    bodies: readTexts(getPath(record, 'ad_title')),
    landingPageUrl: readUrl(getPath(record, 'landing_page')),
    countries,
    format: 'video',
    mediaType: 'video',
    media: mapMedia(getPath(record, 'video_info')),
    engagement: {
      likes: readCount(getPath(record, 'like')),
      comments: readCount(getPath(record, 'comment')),
      shares: readCount(getPath(record, 'share')),
      rankCountry: countries[0] ?? null,
    },
    capturedAt: readCapturedAt(record),
  };
}

function mapMedia(video: unknown): NonNullable<OpenAdInput['media']> {
  const thumbnailUrl = readUrl(getPath(video, 'cover'));
  const url = highestResolution(getPath(video, 'video_url'));
  if (url === null) return thumbnailUrl === null ? [] : [{ type: 'image', url: thumbnailUrl }];
  return [
    {
      type: 'video',
      url,
      thumbnailUrl,
      width: readPixels(getPath(video, 'width')),
      height: readPixels(getPath(video, 'height')),
      durationSeconds: seconds(getPath(video, 'duration')),
    },
  ];
}

/** The highest resolution of `{"360p": …, "720p": …}`. */
function highestResolution(addresses: unknown): string | null {
  if (!isObject(addresses)) return readUrl(addresses);
  const byLines = Object.entries(addresses).toSorted(([one], [other]) => countLines(other) - countLines(one));
  for (const [, address] of byLines) {
    const url = readUrl(address);
    if (url !== null) return url;
  }
  return null;
}

function countLines(resolution: string): number {
  return Number.parseInt(resolution, 10) || 0;
}

function seconds(value: unknown): number | null {
  const amount = typeof value === 'string' && value.length < 20 ? Number(value) : value;
  return typeof amount === 'number' && amount > 0 && amount <= 86_400 ? amount : null;
}
