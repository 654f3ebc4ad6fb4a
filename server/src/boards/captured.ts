import type { CapturedAd, OpenAd } from '@magpie/contract';
import { adHash, keyByPlace } from '../ads/identity.ts';

/**
 * An ad that somebody captured, in the open format. It is recognised by its id on the platform, else by its address in
 * an ad library, else by its address; whatever a page cannot show is unknown. What kind of ad it is, the index
 * finds out for itself: see `asCaptured`.
 */
export function openAdOf(captured: CapturedAd): OpenAd {
  const { companyName, brandLogo, pageUrl } = captured;
  return {
    ...whatItSays(captured),
    ...unknownToPages,
    key: null,
    externalId: captured.externalId,
    sourceUrl: captured.sourceUrl,
    platforms: distinct([captured.platform, ...captured.platforms]),
    advertiser: {
      name: companyName,
      externalId: null,
      externalIds: [],
      pageUrl,
      logoUrl: brandLogo,
      categories: [],
    },
    status: captured.status,
    countries: captured.countries,
    startDate: captured.startDate,
    endDate: captured.endDate,
    reach: captured.reach,
    engagement: captured.engagement,
  };
}

function whatItSays(captured: CapturedAd) {
  const { headline, body, headlines, bodies } = captured;
  return {
    format: captured.format,
    headlines: distinct(headline === null ? headlines : [headline, ...headlines]),
    bodies: distinct(body === null ? bodies : [body, ...bodies]),
    description: captured.description,
    ctaType: captured.ctaType,
    ctaText: captured.ctaText,
    landingPageUrl: captured.landingPageUrl,
    language: captured.language,
    isPartnership: captured.isPartnership,
    partnerName: captured.partnerName,
    media: captured.media,
    cards: captured.cards,
  };
}

const unknownToPages = {
  placements: [],
  mediaType: null,
  landingPageDomain: null,
  firstSeenAt: null,
  lastSeenAt: null,
  capturedAt: null,
  reachText: null,
  demographics: null,
  snapshots: [],
  events: [],
  sources: [],
};

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** The hash that a captured ad has in the index, or would have. */
export function hashOfCaptured({
  platform,
  externalId,
  sourceUrl,
}: Pick<CapturedAd, 'platform' | 'externalId' | 'sourceUrl'>): string {
  const key = keyByPlace({ platforms: [platform], externalId, sourceUrl });
  if (key === null) throw new Error('a captured ad has neither an externalId nor a sourceUrl');
  return adHash(key);
}

/** The saved copy has the captured kind of ad where the index found none. */
export function asCaptured<Shown extends { readonly adType: string | null }>(
  ad: Shown,
  { adType }: CapturedAd,
): Shown {
  return { ...ad, adType: ad.adType ?? adType };
}
