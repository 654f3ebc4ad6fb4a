import { adHash, advertiserId } from '../../ads/identity.ts';
import type { SavedSnapshot } from '../presentSaved.ts';

export interface AdLibraryEntry {
  readonly externalId: string;
  readonly sourceUrl: string;
  readonly platform: SavedSnapshot['platform'];
}

const unknownAdvertiser = 'Unknown advertiser';

export function buildPlaceholder(key: string, libraryAd: AdLibraryEntry, savedAt: Date): SavedSnapshot {
  const { externalId, sourceUrl, platform } = libraryAd;
  return {
    ...emptySnapshot,
    hash: adHash(key),
    platform,
    platforms: platform === null ? [] : [platform],
    externalId,
    sourceUrl,
    firstSeenAt: savedAt.toISOString(),
    lastSeenAt: savedAt.toISOString(),
  };
}

const emptySnapshot = {
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
