import { adHash, advertiserId } from '../../ads/identity.ts';
import type { SavedSnapshot } from '../presentSaved.ts';

/** What an address in a library tells of its ad. */
export interface LibraryAd {
  readonly externalId: string;
  readonly sourceUrl: string;
  readonly platform: SavedSnapshot['platform'];
}

const unknownAdvertiser = 'Unknown advertiser';

/** Stands for an ad that nobody has told the index of yet. */
export function placeholderOf(key: string, libraryAd: LibraryAd, savedAt: Date): SavedSnapshot {
  const { externalId, sourceUrl, platform } = libraryAd;
  return {
    ...nothingKnown,
    hash: adHash(key),
    platform,
    platforms: platform === null ? [] : [platform],
    externalId,
    sourceUrl,
    firstSeenAt: savedAt.toISOString(),
    lastSeenAt: savedAt.toISOString(),
  };
}

const nothingKnown = {
  advertiser: {
    advertiserId: advertiserId(unknownAdvertiser),
    name: unknownAdvertiser,
    brandLogo: null,
    pageUrl: null,
  },
  format: 'other' as const,
  mediaType: 'other' as const,
  adType: null,
  status: 'active' as const,
  headline: null,
  body: null,
  description: null,
  ctaType: null,
  ctaText: null,
  headlines: [],
  bodies: [],
  landingPageUrl: null,
  landingPageDomain: null,
  language: null,
  countries: [],
  isPartnership: false,
  partnerName: null,
  media: [],
  cards: [],
  startDate: null,
  endDate: null,
  daysRunning: 1,
  reach: { value: null, lower: null, upper: null, kind: null },
  engagement: {
    views: null,
    likes: null,
    comments: null,
    shares: null,
    total: null,
    capturedAt: null,
    rankCountry: null,
  },
  tags: [],
  performanceScore: 0,
  scoreParts: { longevity: null, reach: null, engagement: null, variants: null },
};
