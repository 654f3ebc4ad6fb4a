import type { Ad } from '@magpie/contract';
import { adHash, advertiserId } from '../catalog/identity.ts';
import { logoOf } from '../catalog/presentation.ts';

type Changes = Partial<Omit<Ad, 'hash' | 'advertiser' | 'engagement'>> & {
  readonly companyName?: string;
  readonly likes?: number | null;
  readonly comments?: number | null;
};

/** The address that services of tests say they have. */
export const site = 'https://magpie.example';

/** An ad as the index would present it, as short as a test wants to write it. */
export function presentedAd(name: string, changes: Changes = {}): Ad {
  const { companyName = 'Acme', likes = null, comments = null, ...given } = changes;
  const id = advertiserId(companyName);
  return {
    ...blankAd,
    hash: adHash(`meta:${name}`),
    externalId: name,
    platform: given.platforms?.[0] ?? null,
    headline: given.headlines?.[0] ?? null,
    body: given.bodies?.[0] ?? null,
    advertiser: { advertiserId: id, name: companyName, brandLogo: logoOf(id, site), pageUrl: null },
    engagement: { ...blankEngagement, likes, comments },
    ...given,
  };
}

const blankEngagement: Ad['engagement'] = {
  views: null,
  likes: null,
  comments: null,
  shares: null,
  total: null,
  capturedAt: null,
  rankCountry: null,
};

const blankAd: Omit<
  Ad,
  'hash' | 'externalId' | 'advertiser' | 'engagement' | 'platform' | 'headline' | 'body'
> = {
  platforms: [],
  sourceUrl: null,
  format: 'image',
  mediaType: 'image',
  adType: null,
  status: 'active',
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
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-01T00:00:00.000Z',
  daysRunning: 1,
  reach: { value: null, lower: null, upper: null, kind: null },
  tags: [],
  performanceScore: 0,
  scoreParts: { longevity: null, reach: null, engagement: null, variants: null },
};
