import type { CapturedAd, OpenAd } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import { adHash, keyFromSource } from '../ads/identity.ts';
import { unknownTransparency } from '../ads/transparency.ts';

/** Identified by its platform id, or else by its URL. The index determines the ad type; see `withCapturedType`. */
export function toOpenAd(captured: CapturedAd): OpenAd {
  const { platform, library, companyName, brandLogo, pageUrl, adType: _, headline, body, ...rest } = captured;
  return {
    ...unknownFields,
    ...rest,
    key: keyInLibrary(captured),
    platforms: distinct(platform === undefined ? rest.platforms : [platform, ...rest.platforms]),
    placements: library === undefined ? [] : [library],
    advertiser: {
      name: companyName,
      externalId: null,
      externalIds: [],
      legalName: null,
      pageUrl,
      logoUrl: brandLogo,
      categories: [],
    },
    headlines: distinct(headline === null ? rest.headlines : [headline, ...rest.headlines]),
    bodies: distinct(body === null ? rest.bodies : [body, ...rest.bodies]),
  };
}

const { legalName: _ofAdvertiser, ...unknownPublished } = unknownTransparency;

const unknownFields = {
  mediaType: null,
  landingPageDomain: null,
  firstSeenAt: null,
  lastSeenAt: null,
  capturedAt: null,
  lastConfirmedAt: null,
  freshnessDays: null,
  reachText: null,
  demographics: null,
  ...unknownPublished,
  snapshots: [],
  events: [],
  sources: [],
};

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

type Identity = Pick<CapturedAd, 'platform' | 'library' | 'externalId' | 'sourceUrl'>;

/** Of an ad on none of the platforms; the index builds the keys of the others. */
function keyInLibrary({ library, externalId }: Identity): string | null {
  return library === undefined || externalId === null
    ? null
    : platformTable.identifyAd(library, externalId).key;
}

export function capturedAdHash(captured: Identity): string {
  const { platform, externalId, sourceUrl } = captured;
  const platforms = platform === undefined ? [] : [platform];
  const key = keyInLibrary(captured) ?? keyFromSource({ platforms, externalId, sourceUrl });
  if (key === null) throw new Error('a captured ad has neither an externalId nor a sourceUrl');
  return adHash(key);
}

export function withCapturedType<Shown extends { readonly adType: string | null }>(
  ad: Shown,
  { adType }: CapturedAd,
): Shown {
  return { ...ad, adType: ad.adType ?? adType };
}
