import type { CapturedAd, OpenAd } from '@magpie/contract';
import { adHash, keyFromSource } from '../ads/identity.ts';

/**
 * A captured ad in the open format. It is identified by its platform id, or else by its URL. Fields that a page cannot
 * show are unknown. The ad type is determined by the index; see `withCapturedType`.
 */
export function toOpenAd(captured: CapturedAd): OpenAd {
  const { companyName, brandLogo, pageUrl } = captured;
  return {
    ...capturedContent(captured),
    ...unknownFields,
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

function capturedContent(captured: CapturedAd) {
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

const unknownFields = {
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

/** The hash of a captured ad in the index, even if it is not stored yet. */
export function capturedAdHash({
  platform,
  externalId,
  sourceUrl,
}: Pick<CapturedAd, 'platform' | 'externalId' | 'sourceUrl'>): string {
  const key = keyFromSource({ platforms: [platform], externalId, sourceUrl });
  if (key === null) throw new Error('a captured ad has neither an externalId nor a sourceUrl');
  return adHash(key);
}

/** Uses the captured ad type if the index has none. */
export function withCapturedType<Shown extends { readonly adType: string | null }>(
  ad: Shown,
  { adType }: CapturedAd,
): Shown {
  return { ...ad, adType: ad.adType ?? adType };
}
