import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import {
  distinctMedia,
  mapRun,
  readAdvertiserName,
  readCapturedAt,
  readDomain,
  statusAt,
  withCapturedAt,
} from '../mapping/adParts.ts';
import { getList, getPath, hasAny, readCount, readString, readTexts, readUrl } from '../mapping/fields.ts';
import {
  findCountry,
  readImpressions,
  readShare,
  sumByCountry,
  toTargeting,
} from '../mapping/transparency.ts';
import { type AdSource, Unmappable } from '../source.ts';
import { microsoftCountries } from './microsoftCountries.ts';

export const microsoftAds: AdSource = {
  name: 'microsoft-ads',
  summary: "Answers of Microsoft's Ad Library API: lists of ads and single ads with details.",
  recognises: (document) => isError(document) || isEmptyPage(document) || recordsIn(document).some(isAd),
  unfold: recordsIn,
  toAd(record) {
    if (isError(record)) throw new Unmappable(describeError(record));
    return mapAd(record);
  },
};

const countField = '@odata.count';
/** Microsoft counts no further. */
const maxCount = 1000;

function recordsIn(document: unknown): readonly unknown[] {
  const ads = getPath(document, 'value');
  if (!Array.isArray(ads)) return [document];
  return withCapturedAt(document, ads, { [countField]: getPath(document, countField) });
}

function isAd(record: unknown): boolean {
  const own = ['AdvertiserName', 'DestinationUrl', 'DisplayUrl', 'AssetJson', 'AdDetails'];
  return getPath(record, 'AdId') !== undefined && hasAny(record, own);
}

function isEmptyPage(document: unknown): boolean {
  return (
    getList(document, 'value').length === 0 &&
    Array.isArray(getPath(document, 'value')) &&
    getPath(document, countField) !== undefined
  );
}

function isError(document: unknown): boolean {
  return getPath(document, 'AdId') === undefined && /query has been exceeded/i.test(readError(document));
}

function readError(document: unknown): string {
  return readString(getPath(document, 'error', 'message') ?? getPath(document, 'Message'), 200) ?? '';
}

function describeError(document: unknown): string {
  return `This is a Microsoft error response, not an ad: ${readError(document)}`;
}

function mapAd(ad: unknown): OpenAdInput {
  const details = getPath(ad, 'AdDetails');
  const capturedAt = readCapturedAt(ad);
  const last = getPath(details, 'EndDate');
  const landingPageUrl = readUrl(getPath(ad, 'DestinationUrl'));
  const advertiserId = readString(getPath(ad, 'AdvertiserId'), 40);
  return {
    ...platformTable.identifyAd('microsoft', readId(getPath(ad, 'AdId'))),
    platforms: [],
    placements: ['bing'],
    advertiser: {
      name: readAdvertiserName(
        [getPath(ad, 'AdvertiserName')],
        'The ad has no AdvertiserName.',
        advertiserId,
      ),
      externalId: advertiserId,
    },
    headlines: readTexts(getPath(ad, 'Title'), 2000),
    bodies: readTexts(getPath(ad, 'Description')),
    landingPageUrl,
    landingPageDomain: landingPageUrl === null ? readDomain(getPath(ad, 'DisplayUrl')) : null,
    ...mapAssets(getPath(ad, 'AssetJson')),
    // Microsoft is up to three days behind.
    ...mapRun(
      getPath(details, 'StartDate'),
      last,
      hasRestriction(details) ? 'inactive' : statusAt(last, capturedAt, 3),
    ),
    ...mapImpressions(details),
    payer: readString(getPath(details, 'PaidForByName'), 300),
    targeting: mapTargets(getList(details, 'Targets')),
    coverage: readCoverage(ad, details),
    capturedAt,
  };
}

function readId(value: unknown): string {
  const id = typeof value === 'number' && !Number.isSafeInteger(value) ? null : readString(value, 40);
  if (id === null || !/^\d{1,25}$/.test(id))
    throw new Unmappable("'AdId' must be the digits of the ad's id.");
  return id;
}

function hasRestriction(details: unknown): boolean {
  return readString(getPath(details, 'RestrictionReason'), 100) !== null;
}

/** `ImpressionsByCountry` has shares of the total: `{Country: "Germany", ImpressionShare: "17.3%"}`. */
function mapImpressions(details: unknown) {
  const impressions = readImpressions(getPath(details, 'TotalImpressionsRange'));
  const shares = getList(details, 'ImpressionsByCountry').map((row) => ({
    country: readCountry(getPath(row, 'Country')),
    share: getPath(row, 'ImpressionShare'),
  }));
  const total = impressions?.value ?? null;
  const shown = shares.filter(({ share }) => (readShare(share, 10_000) ?? 0) > 0);
  return {
    impressions,
    impressionsByCountry: sumByCountry(
      total === null ? [] : shown.map(({ country, share }) => ({ country, count: readShare(share, total) })),
    ),
    countries: [...new Set(shown.map(({ country }) => country))].filter((country) => country !== null),
  };
}

/** By its English name, its code or Microsoft's number. */
function readCountry(value: unknown): string | null {
  const number = readCount(value);
  if (number === null) return findCountry(value);
  return [...microsoftCountries].find(([, code]) => code === number)?.[0] ?? null;
}

/** Microsoft names the kinds of targeting, not the targeted groups. */
function mapTargets(targets: readonly unknown[]): OpenAdInput['targeting'] {
  const excluded = targets.filter((target) => getPath(target, 'UsedForExclusion') === true);
  return toTargeting({
    parameters: targets.map((target) => getPath(target, 'TargetType')),
    excluded: excluded.map((target) => getPath(target, 'TargetType')),
  });
}

function readCoverage(ad: unknown, details: unknown): OpenAdInput['coverage'] {
  const ceiling = readCount(getPath(ad, countField)) ?? 0;
  const isMeasured = getPath(details, 'TotalImpressionsRange') !== undefined;
  if (ceiling < maxCount && !isMeasured) return null;
  return { regions: isMeasured ? ['EEA'] : [], ceiling: ceiling < maxCount ? null : ceiling };
}

/** Search ads have an empty text instead of assets. */
function mapAssets(assets: unknown): Pick<OpenAdInput, 'format' | 'mediaType' | 'media'> {
  if (typeof assets === 'string' && assets.trim() === '') return { format: 'other', mediaType: 'other' };
  const media = distinctMedia(
    listImages(parseAssets(assets), 0).map((url) => ({ type: 'image', url })),
    20,
  );
  return media.length === 0 ? {} : { format: 'image', mediaType: 'image', media };
}

function parseAssets(assets: unknown): unknown {
  if (typeof assets !== 'string' || assets.length > 100_000) return assets;
  try {
    return JSON.parse(assets);
  } catch {
    return assets;
  }
}

const maxDepth = 6;
const imageFile = /\.(?:jpe?g|png|gif|webp)(?:[?#]|$)/i;

/** The form of the assets is not documented; an address that ends like an image is one. */
function listImages(value: unknown, depth: number): string[] {
  if (typeof value === 'string') {
    const url = imageFile.test(value) ? readUrl(value) : null;
    return url === null ? [] : [url];
  }
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [];
  return Object.values(value)
    .slice(0, 100)
    .flatMap((inner) => listImages(inner, depth + 1))
    .slice(0, 100);
}
