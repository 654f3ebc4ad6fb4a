import type { Ad, CloneProduct } from '@magpie/contract';
import { unknownShownTransparency } from '../../ads/transparency.ts';

/** An ad of another advertiser with defaults. */
export function someAd(changes: Partial<Ad> = {}): Ad {
  return {
    hash: '0'.repeat(32),
    platform: 'facebook',
    platforms: ['facebook'],
    externalId: '1',
    sourceUrl: null,
    advertiser: {
      advertiserId: 1,
      name: 'Dreamly',
      brandLogo: 'https://magpie.example/logos/1.svg',
      pageUrl: null,
    },
    format: 'image',
    mediaType: 'image',
    adType: null,
    status: 'active',
    headline: null,
    body: null,
    description: null,
    ctaType: null,
    ctaText: null,
    headlines: [],
    bodies: [],
    landingPageUrl: null,
    landingPageDomain: null,
    language: 'en',
    countries: [],
    isPartnership: false,
    partnerName: null,
    media: [],
    cards: [],
    startDate: null,
    endDate: null,
    firstSeenAt: '2026-01-01T00:00:00.000Z',
    lastSeenAt: '2026-01-01T00:00:00.000Z',
    lastConfirmedAt: '2026-03-01T00:00:00.000Z',
    daysRunningKind: 'exact',
    daysRunning: 1,
    reach: { value: null, lower: null, upper: null, kind: null },
    ...unknownShownTransparency,
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
    ...changes,
  };
}

/** The caller's product with defaults. */
export function someProduct(changes: Partial<CloneProduct> = {}): CloneProduct {
  return {
    id: 1,
    name: 'Harbour Pillow',
    url: 'https://harbour.example/pillow',
    description: 'A pillow of sheep wool that keeps an even warmth. Made on the coast.',
    price: 79,
    currency: 'EUR',
    brandName: 'Harbour',
    logoUrl: null,
    images: [],
    colors: ['#123', 'navy', 'rgb(10, 200, 30)', 'no colour'],
    sellingPoints: ['Washable at 40 degrees', 'More than 2,000 happy customers', 'Height can be changed'],
    audience: 'side sleepers',
    tone: 'calm',
    isDefault: true,
    teamId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}
