import type { CapturedAd, OpenAd } from '@magpie/contract';
import { adHash, keyFromSource } from '../ads/identity.ts';
import { unknownTransparency } from '../ads/transparency.ts';

/** Identified by its platform id, or else by its URL. The index determines the ad type; see `withCapturedType`. */
export function toOpenAd(captured: CapturedAd): OpenAd {
  const { platform, companyName, brandLogo, pageUrl, adType: _adType, headline, body, ...rest } = captured;
  return {
    ...rest,
    ...unknownFields,
    key: null,
    platforms: distinct([platform, ...rest.platforms]),
    advertiser: {
      name: companyName,
      externalId: null,
      externalIds: [],
      pageUrl,
      logoUrl: brandLogo,
      categories: [],
    },
    headlines: distinct(headline === null ? rest.headlines : [headline, ...rest.headlines]),
    bodies: distinct(body === null ? rest.bodies : [body, ...rest.bodies]),
  };
}

const unknownFields = {
  placements: [],
  mediaType: null,
  landingPageDomain: null,
  firstSeenAt: null,
  lastSeenAt: null,
  capturedAt: null,
  lastConfirmedAt: null,
  freshnessDays: null,
  reachText: null,
  demographics: null,
  ...unknownTransparency,
  snapshots: [],
  events: [],
  sources: [],
};

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

export function capturedAdHash({
  platform,
  externalId,
  sourceUrl,
}: Pick<CapturedAd, 'platform' | 'externalId' | 'sourceUrl'>): string {
  const key = keyFromSource({ platforms: [platform], externalId, sourceUrl });
  if (key === null) throw new Error('a captured ad has neither an externalId nor a sourceUrl');
  return adHash(key);
}

export function withCapturedType<Shown extends { readonly adType: string | null }>(
  ad: Shown,
  { adType }: CapturedAd,
): Shown {
  return { ...ad, adType: ad.adType ?? adType };
}
