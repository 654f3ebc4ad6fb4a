import { listLimits, textLimits } from '@magpie/contract/limits';
import type { OpenAdInput } from '@magpie/contract';
import type { AdOrigin, CapturedAdInput } from '../sites/types.ts';

/**
 * Converts an ad of the open format to the input of ads.addToBoard. Fields without a counterpart are dropped; the identity
 * stays the same.
 *
 * @param origin of an ad without a platform
 */
export function toCapturedAd(open: OpenAdInput, origin: AdOrigin): CapturedAdInput {
  const platforms = open.platforms ?? [];
  const { name, logoUrl, pageUrl } = open.advertiser;
  return {
    ...(platforms[0] === undefined ? origin : { platform: platforms[0] }),
    platforms,
    externalId: unambiguousId(open),
    sourceUrl: open.sourceUrl,
    companyName: name,
    brandLogo: limitUrl(logoUrl),
    pageUrl,
    status: open.status,
    ...pickContent(open),
    countries: open.countries,
    ...days(open),
    reach: open.reach,
    impressions: open.impressions,
    payer: open.payer,
    engagement: open.engagement,
  };
}

/** Where a library has several id ranges (TikTok's top ads), the id alone is ambiguous: such ads are identified by their address. */
function unambiguousId({ key, externalId }: OpenAdInput): string | null {
  if (externalId === undefined || externalId === null) return null;
  return key === undefined || key === null || key.endsWith(`:${externalId}`) ? externalId : null;
}

function pickContent(open: OpenAdInput): Partial<CapturedAdInput> {
  return {
    format: open.format,
    headlines: open.headlines?.slice(0, listLimits.capturedTexts),
    bodies: open.bodies?.slice(0, listLimits.capturedTexts),
    description: open.description,
    ctaType: open.ctaType,
    ctaText: open.ctaText,
    landingPageUrl: limitUrl(open.landingPageUrl),
    language: open.language,
    isPartnership: open.isPartnership,
    partnerName: open.partnerName,
    media: open.media?.slice(0, listLimits.capturedMedia),
    cards: open.cards?.slice(0, listLimits.capturedCards),
  };
}

/** Two rows of the same ad may contradict each other; the start date is the reliable one. */
function days({ startDate, endDate }: OpenAdInput): Pick<CapturedAdInput, 'startDate' | 'endDate'> {
  const isOrdered = !startDate || !endDate || startDate <= endDate;
  return { startDate, endDate: isOrdered ? endDate : null };
}

function limitUrl(address: string | null | undefined): string | null {
  return address !== undefined && address !== null && address.length <= textLimits.url ? address : null;
}
