import type { OpenAdInput } from '@magpie/contract';
import {
  mapCallToAction,
  readCapturedAt,
  identifyIn,
  readAdvertiserName,
  mapRun,
  statusAt,
  withCapturedAt,
} from '../mapping/adParts.ts';
import {
  getList,
  getPath,
  hasAny,
  isObject,
  readCount,
  readCountries,
  readString,
  readTexts,
  readUrl,
} from '../mapping/fields.ts';
import {
  findCountry,
  readGenders,
  readImpressions,
  readShare,
  sumByCountry,
  toTargeting,
} from '../mapping/transparency.ts';
import { type AdSource, Unmappable } from '../source.ts';
import { adKind, findLanguage } from './linkedinTypes.ts';

export const linkedinApi: AdSource = {
  name: 'linkedin-api',
  summary: "Answers of LinkedIn's Ad Library API, and scraped pages of the library.",
  recognises: (document) =>
    hasFailed(document) ||
    isEmptyAnswer(document) ||
    recordsIn(document).some((record) => isElement(record) || isPage(record)),
  unfold: recordsIn,
  toAd(record) {
    if (hasFailed(record)) throw new Unmappable(describeFailure(record));
    return isElement(record) ? adOfElement(record) : adOfPage(record);
  },
};

function recordsIn(document: unknown): readonly unknown[] {
  const elements = getPath(document, 'elements');
  return Array.isArray(elements) ? withCapturedAt(document, elements) : [document];
}

function isEmptyAnswer(document: unknown): boolean {
  return recordsIn(document).length === 0 && getPath(document, 'paging', 'total') !== undefined;
}

function isElement(record: unknown): boolean {
  return (
    isLibraryAddress(getPath(record, 'adUrl')) &&
    (isObject(getPath(record, 'details')) || getPath(record, 'isRestricted') !== undefined)
  );
}

function isPage(record: unknown): boolean {
  const own = [
    'advertiserProfileUrl',
    'advertiserProfileId',
    'promotionType',
    'adCopy',
    'impressionsPerCountry',
  ];
  return getPath(record, 'adId') !== undefined && hasAny(record, own);
}

function isLibraryAddress(value: unknown): boolean {
  return typeof value === 'string' && value.includes('linkedin.com/ad-library/detail/');
}

function hasFailed(document: unknown): boolean {
  return getPath(document, 'message') !== undefined && getPath(document, 'serviceErrorCode') !== undefined;
}

function describeFailure(document: unknown): string {
  const parts = ['status', 'code', 'message'].map((name) => readString(getPath(document, name), 200));
  return `This is a LinkedIn error response, not an ad: ${parts.filter((part) => part !== null).join(', ')}`;
}

/** An element of an API response. Texts and media are only on the ad's page. */
function adOfElement(element: unknown): OpenAdInput {
  const details = getPath(element, 'details');
  const statistics = getPath(details, 'adStatistics');
  const advertiser = getPath(details, 'advertiser');
  const last = getPath(statistics, 'latestImpressionAt');
  const capturedAt = readCapturedAt(element);
  const facets = listFacets(details);
  return {
    ...identifyIn('linkedin', idIn(getPath(element, 'adUrl'))),
    ...adKind(getPath(details, 'type')),
    advertiser: mapPage(
      [getPath(advertiser, 'advertiserName'), getPath(advertiser, 'adPayer')],
      getPath(advertiser, 'advertiserUrl'),
    ),
    ...mapRun(getPath(statistics, 'firstImpressionAt'), last, statusAt(last, capturedAt)),
    ...mapImpressions(
      getPath(statistics, 'totalImpressions'),
      getList(statistics, 'impressionsDistributionByCountry'),
    ),
    payer: readString(getPath(advertiser, 'adPayer'), 300),
    language: findTargetedLanguage(facets),
    targeting: mapTargeting(facets),
    capturedAt,
  };
}

function adOfPage(page: unknown): OpenAdInput {
  const last = getPath(page, 'availability', 'end');
  const capturedAt = readCapturedAt(page);
  const facets = listPageFacets(page);
  return {
    ...identifyIn('linkedin', readId(getPath(page, 'adId'))),
    ...mapCreative(page),
    advertiser: {
      ...mapPage(
        [getPath(page, 'advertiserName'), getPath(page, 'paidBy')],
        getPath(page, 'advertiserProfileUrl'),
        getPath(page, 'advertiserProfileId'),
      ),
      logoUrl: readUrl(getPath(page, 'advertiserLogoUrl')),
    },
    bodies: readTexts(getPath(page, 'adCopy')),
    headlines: readTexts(getPath(page, 'headline'), 2000),
    ...mapCallToAction(getPath(page, 'ctaText')),
    landingPageUrl: readUrl(getPath(page, 'clickUrl')),
    ...mapRun(getPath(page, 'availability', 'start'), last, statusAt(last, capturedAt)),
    ...mapImpressions(getPath(page, 'totalImpressions'), listShares(getPath(page, 'impressionsPerCountry'))),
    payer: readString(getPath(page, 'paidBy'), 300),
    language: findTargetedLanguage(facets),
    targeting: mapTargeting(facets),
    ...mapPartnership(page),
    capturedAt,
  };
}

function idIn(adUrl: unknown): string {
  return readId(/\/ad-library\/detail\/(\d{1,30})(?!\d)/.exec(readString(adUrl, 500) ?? '')?.[1]);
}

function readId(value: unknown): string {
  const id = readString(value, 40);
  if (id === null || !/^\d{1,30}$/.test(id)) {
    throw new Unmappable("The ad has no id; it should stand at the end of the ad's address in the library.");
  }
  return id;
}

/** Restricted ads have no details. */
const noAdvertiser = 'The ad has no advertiser name; LinkedIn omits it for restricted ads.';

/** Names are ambiguous and change; the page id identifies the advertiser. */
function mapPage(names: readonly unknown[], address: unknown, number?: unknown) {
  const pageUrl = readUrl(address, 2048);
  const pageId = /\/(?:company|showcase|school)\/(\d{1,30})(?:[/?#]|$)/.exec(pageUrl ?? '')?.[1];
  const externalId = pageId ?? readString(number, 200);
  return { name: readAdvertiserName(names, noAdvertiser, externalId), pageUrl, externalId };
}

/** Shares omit small countries, so they are not scaled to 100 %. Impressions without statistics are unknown. */
function mapImpressions(total: unknown, shares: readonly unknown[]) {
  const impressions = readImpressions(total);
  const value = impressions?.value ?? null;
  const groups = shares.map((share) => ({
    country: readCountry(getPath(share, 'country')),
    count:
      value === null
        ? null
        : readShare(getPath(share, 'impressionPercentage') ?? getPath(share, 'percentage'), value),
  }));
  return {
    impressions,
    impressionsByCountry: sumByCountry(groups),
    coverage: impressions === null ? null : { regions: ['EU'] },
    countries: readCountries(groups.map(({ country }) => country)),
  };
}

/** `urn:li:country:DE`, the code alone, or the English name. */
function readCountry(value: unknown): string | null {
  return findCountry(readString(value, 60)?.split(':').at(-1)?.trim());
}

/** A list of records, or a text: `Germany 60%, Austria (<1 %)`. */
function listShares(cell: unknown): readonly unknown[] {
  if (Array.isArray(cell)) return cell;
  return (readString(cell, 5000) ?? '').split(/[,;|\n]\s*(?!\d)/).map((part) => {
    const [, country = part, percentage] = /^(.+?)[\s:(]+([<≤]?\s*\d+(?:[.,]\d+)?\s*%)\)?$/.exec(part) ?? [];
    return { country, percentage };
  });
}

interface Facet {
  readonly name: string;
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

function listFacets(details: unknown): Facet[] {
  return getList(details, 'adTargeting').map((facet) => ({
    name: readString(getPath(facet, 'facetName'), 100) ?? '',
    included:
      getPath(facet, 'isIncluded') === false ? [] : readTexts(getPath(facet, 'includedSegments'), 300),
    excluded:
      getPath(facet, 'isExcluded') === false ? [] : readTexts(getPath(facet, 'excludedSegments'), 300),
  }));
}

/** Pages have one list per facet: `locationIncluded`, `locationExcluded`. */
function listPageFacets(page: unknown): Facet[] {
  const targeting = getPath(page, 'targeting');
  if (!isObject(targeting)) return [];
  return Object.entries(targeting).map(([name, segments]) => ({
    name: name.replace(/(?:Included|Excluded)$/, ''),
    included: name.endsWith('Excluded') ? [] : readTexts(segments, 300),
    excluded: name.endsWith('Excluded') ? readTexts(segments, 300) : [],
  }));
}

/** Locations are named; those that are not countries stay places. */
function mapTargeting(facets: readonly Facet[]): OpenAdInput['targeting'] {
  const segments = (name: RegExp): string[] =>
    facets.filter((facet) => name.test(facet.name)).flatMap(({ included }) => included);
  const locations = segments(/^locations?$/i);
  const isUsed = ({ included, excluded }: Facet): boolean => included.length + excluded.length > 0;
  return toTargeting({
    ages: segments(/^ages?$/i),
    genders: readGenders(segments(/^genders?$/i)),
    countries: locations.map(findCountry),
    places: locations.filter((name) => findCountry(name) === null),
    parameters: facets.filter(isUsed).map(({ name }) => name),
    excluded: facets.flatMap(({ excluded }) => excluded),
  });
}

function findTargetedLanguage(facets: readonly Facet[]): string | null {
  return findLanguage(facets.find(({ name }) => name.toLowerCase() === 'language')?.included ?? []);
}

function mapCreative(page: unknown): Pick<OpenAdInput, 'format' | 'mediaType' | 'media' | 'cards'> {
  const videoUrl = readUrl(getPath(page, 'videoUrl'));
  const thumbnailUrl = readUrl(getPath(page, 'videoThumbnailUrl'));
  const images = mapImages(readTexts(getPath(page, 'imageUrls')));
  const cards = mapCards(getList(page, 'carouselItems'));
  const media =
    videoUrl === null ? images : [{ type: 'video' as const, url: videoUrl, thumbnailUrl }, ...images];
  const kind = adKind(getPath(page, 'adType'));
  if (kind.format !== null) return { ...kind, media, cards };
  if (videoUrl !== null) return { format: 'video', mediaType: 'video', media, cards };
  if (cards.length > 1) return { format: 'carousel', mediaType: 'image', media, cards };
  const isImage = images.length > 0 && getPath(page, 'documentUrl') === undefined;
  return isImage ? { format: 'image', mediaType: 'image', media, cards } : { media, cards };
}

function mapImages(addresses: readonly unknown[]): NonNullable<OpenAdInput['media']> {
  const urls = addresses.map((address) => readUrl(address)).filter((url) => url !== null);
  return urls.slice(0, 199).map((url) => ({ type: 'image', url }));
}

function mapCards(items: readonly unknown[]): NonNullable<OpenAdInput['cards']> {
  return items
    .slice(0, 200)
    .toSorted((one, other) => readPosition(one) - readPosition(other))
    .map((item) => ({
      headline: readString(getPath(item, 'title'), 2000),
      landingPageUrl: readUrl(getPath(item, 'linkUrl'), 2048),
      media: mapImages([getPath(item, 'imageUrl')]),
    }));
}

function readPosition(item: unknown): number {
  return readCount(getPath(item, 'position')) ?? 0;
}

/** A thought-leader ad is a personal post that a company pays for. */
function mapPartnership(page: unknown): Pick<OpenAdInput, 'isPartnership' | 'partnerName'> {
  const type = readString(getPath(page, 'promotionType'), 60);
  if (type === null) return { isPartnership: null, partnerName: null };
  const isPartnership = type.toUpperCase() === 'THOUGHT_LEADERSHIP';
  const promoter = getPath(page, 'promoterDetails');
  return {
    isPartnership,
    partnerName: isPartnership ? readString(getPath(promoter, 'name') ?? promoter, 200) : null,
  };
}
