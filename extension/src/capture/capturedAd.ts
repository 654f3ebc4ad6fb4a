import type { OpenAdInput } from '@magpie/contract';
import type { CapturedAdInput } from './types.ts';

/** Bounds of a captured ad that are tighter than those of the open format. */
const mostTexts = 100;
const mostMedia = 50;
const mostCards = 50;
const longestAddress = 2048;

/**
 * An ad of the open format as ads.addToBoard takes it. It loses what a captured ad cannot carry, and is recognised as
 * the same ad.
 *
 * @param platform for an ad that names none: the one whose library it is in
 */
export function capturedAdOf(open: OpenAdInput, platform: CapturedAdInput['platform']): CapturedAdInput {
  const platforms = open.platforms ?? [];
  const { name, logoUrl, pageUrl } = open.advertiser;
  return {
    platform: platforms[0] ?? platform,
    platforms,
    externalId: recognisedId(open),
    sourceUrl: open.sourceUrl,
    companyName: name,
    brandLogo: shortAddress(logoUrl),
    pageUrl,
    status: open.status,
    ...whatItSays(open),
    countries: open.countries,
    ...days(open),
    reach: open.reach,
    engagement: open.engagement,
  };
}

/** The id alone would make another ad of it where the library numbers apart, as TikTok its top ads: those go by their address. */
function recognisedId({ key, externalId }: OpenAdInput): string | null {
  if (externalId === undefined || externalId === null) return null;
  return key === undefined || key === null || key.endsWith(`:${externalId}`) ? externalId : null;
}

function whatItSays(open: OpenAdInput): Partial<CapturedAdInput> {
  return {
    format: open.format,
    headlines: open.headlines?.slice(0, mostTexts),
    bodies: open.bodies?.slice(0, mostTexts),
    description: open.description,
    ctaType: open.ctaType,
    ctaText: open.ctaText,
    landingPageUrl: shortAddress(open.landingPageUrl),
    language: open.language,
    isPartnership: open.isPartnership,
    partnerName: open.partnerName,
    media: open.media?.slice(0, mostMedia),
    cards: open.cards?.slice(0, mostCards),
  };
}

/** Two rows of the same ad may contradict each other; when it began is the one that is always right. */
function days({ startDate, endDate }: OpenAdInput): Pick<CapturedAdInput, 'startDate' | 'endDate'> {
  const isOrdered = !startDate || !endDate || startDate <= endDate;
  return { startDate, endDate: isOrdered ? endDate : null };
}

function shortAddress(address: string | null | undefined): string | null {
  return address !== undefined && address !== null && address.length <= longestAddress ? address : null;
}
