import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import {
  distinctMedia,
  mapRun,
  readAdvertiserName,
  readCapturedAt,
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
  readDay,
  readPixels,
  readString,
  readTexts,
  readUrl,
} from '../mapping/fields.ts';
import { toTargeting } from '../mapping/transparency.ts';
import { type AdSource, Unmappable } from '../source.ts';

export const appleAds: AdSource = {
  name: 'apple-ads',
  summary: "Answers of Apple's Ad Repository API: lists of App Store ads and single ads with translations.",
  recognises: (document) => isEmptyPage(document) || recordsIn(document).some(isAd),
  unfold: recordsIn,
  toAd: mapAd,
};

const periodFields = ['dataStartDate', 'dataEndDate'] as const;

/** The period is that of the page, for every ad of it. */
function recordsIn(document: unknown): readonly unknown[] {
  const data = getPath(document, 'data');
  const ads = Array.isArray(data) ? data : isAd(data) ? [data] : null;
  if (ads === null) return [document];
  const period = Object.fromEntries(periodFields.map((name) => [name, getPath(document, name)]));
  return withCapturedAt(document, ads, period);
}

function isAd(record: unknown): boolean {
  const own = ['developerName', 'legalName', 'audienceRefinement', 'firstImpressionDate', 'adBanner'];
  return (
    getPath(record, 'adId') !== undefined && getPath(record, 'appId') !== undefined && hasAny(record, own)
  );
}

function isEmptyPage(document: unknown): boolean {
  return (
    Array.isArray(getPath(document, 'data')) &&
    getList(document, 'data').length === 0 &&
    getPath(document, 'dataStartDate') !== undefined
  );
}

/** Apple publishes data after seven days. */
const lagDays = 8;

function mapAd(ad: unknown): OpenAdInput {
  const banner = getPath(ad, 'adBanner');
  const locales = getList(ad, 'adLocaleVariations').slice(0, 100);
  const capturedAt = readCapturedAt(ad);
  const last = getPath(ad, 'lastImpressionDate');
  const appId = readCount(getPath(ad, 'appId'));
  return {
    ...platformTable.identifyAd('apple', readId(getPath(ad, 'adId'))),
    platforms: [],
    placements: readTexts(readString(getPath(ad, 'placement'), 60)?.toLowerCase()),
    advertiser: mapDeveloper(ad),
    headlines: readTexts(
      [getPath(ad, 'appName'), ...locales.map((locale) => getPath(locale, 'appName'))],
      2000,
    ),
    bodies: readTexts([
      getPath(banner, 'promotionalText') ?? getPath(banner, 'shortDescription'),
      ...locales.map((locale) => getPath(locale, 'promotionalText')),
    ]),
    description: readString(getPath(banner, 'subtitle'), 5000),
    // Every ad leads to the page of its app.
    landingPageUrl: appId === null ? null : `https://apps.apple.com/app/id${appId}`,
    language: readLanguage(getPath(ad, 'defaultLanguageTag')),
    countries: readCountries(getPath(ad, 'countryOrRegion')),
    ...mapAssets(ad, locales),
    // "Over 1 Year Ago" is no date: the start stays unknown.
    ...mapRun(getPath(ad, 'firstImpressionDate'), last, statusAt(last, capturedAt, lagDays)),
    beneficiary: readString(getPath(ad, 'legalName'), 300) ?? readString(getPath(ad, 'developerName'), 300),
    targeting: mapRefinement(getPath(ad, 'audienceRefinement')),
    coverage: readPeriod(ad),
    capturedAt,
  };
}

function readId(value: unknown): string {
  const id = readString(value, 80);
  if (id === null || !/^[\w-]{1,80}$/.test(id))
    throw new Unmappable("'adId' must be the ad's id in the repository.");
  return id;
}

function mapDeveloper(ad: unknown): OpenAdInput['advertiser'] {
  const id = readCount(getPath(ad, 'developerId'));
  const externalId = id === null ? null : String(id);
  const names = [getPath(ad, 'developerName'), getPath(ad, 'legalName')];
  return {
    name: readAdvertiserName(names, 'The ad has no developerName.', externalId),
    externalId,
    legalName: readString(getPath(ad, 'legalName'), 300),
    pageUrl: id === null ? null : `https://apps.apple.com/developer/id${id}`,
    categories: readTexts(getPath(ad, 'adBanner', 'primaryCategory'), 100),
  };
}

function readLanguage(tag: unknown): string | null {
  return /^([a-z]{2,3})(?:[-_]|$)/i.exec(readString(tag, 35) ?? '')?.[1]?.toLowerCase() ?? null;
}

type Media = NonNullable<OpenAdInput['media']>;

/** An ad without assets shows the icon of its app. */
function mapAssets(
  ad: unknown,
  locales: readonly unknown[],
): Pick<OpenAdInput, 'format' | 'mediaType' | 'media'> {
  const devices = locales.flatMap((locale) => getList(locale, 'deviceAssets'));
  const assets = [ad, ...devices].flatMap((holder) => getList(holder, 'adAssets'));
  const shown = assets.slice(0, 500).flatMap(mapAsset);
  const icon = readUrl(getPath(ad, 'adBanner', 'iconPictureUrl'));
  const media = shown.length > 0 || icon === null ? shown : [{ type: 'image' as const, url: icon }];
  if (media.length === 0) return {};
  const type = media.some((medium) => medium.type === 'video') ? 'video' : 'image';
  return { format: type, mediaType: type, media: distinctMedia(media, 200) };
}

function mapAsset(asset: unknown): Media {
  const [video, image] = [readUrl(getPath(asset, 'videoUrl')), readUrl(getPath(asset, 'pictureUrl'))];
  const size = { width: readPixels(getPath(asset, 'width')), height: readPixels(getPath(asset, 'height')) };
  if (video !== null) return [{ type: 'video', url: video, thumbnailUrl: image, ...size }];
  return image === null ? [] : [{ type: 'image', url: image, ...size }];
}

/** `{ageTarget: true, …}`: which kinds of targeting were used, without their values. */
function mapRefinement(refinement: unknown): OpenAdInput['targeting'] {
  if (!isObject(refinement)) return null;
  const used = Object.keys(refinement).filter((name) => refinement[name] === true);
  return toTargeting({ parameters: used.map((name) => name.replace(/Target$/, '')) });
}

function readPeriod(ad: unknown): OpenAdInput['coverage'] {
  const [from, until] = periodFields.map((name) => readDay(getPath(ad, name)));
  return (from ?? until ?? null) === null
    ? null
    : { regions: ['EU'], from: from ?? null, until: until ?? null };
}
