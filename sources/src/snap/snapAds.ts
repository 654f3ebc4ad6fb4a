import type { OpenAdInput } from '@magpie/contract';
import { platformTable } from '@magpie/contract/platforms';
import {
  distinctMedia,
  mapRun,
  mapCallToAction,
  readAdvertiserName,
  readCapturedAt,
  withCapturedAt,
} from '../mapping/adParts.ts';
import {
  firstText,
  getList,
  getPath,
  hasAny,
  isObject,
  readString,
  readTexts,
  readUrl,
} from '../mapping/fields.ts';
import {
  readAgeRange,
  readGenders,
  readImpressions,
  sumByCountry,
  toTargeting,
} from '../mapping/transparency.ts';
import { type AdSource, Unmappable } from '../source.ts';

export const snapAds: AdSource = {
  name: 'snap-ads',
  summary: "Answers of Snap's Ads Library API: searches and single ads.",
  recognises: (document) =>
    hasFailed(document) || isEmptyPage(document) || recordsIn(document).some(isPreview),
  unfold: recordsIn,
  toAd(record) {
    if (hasFailed(record)) throw new Unmappable(describeFailure(record));
    return mapAd(getPath(record, 'ad_preview') ?? record, readCapturedAt(record));
  },
};

function recordsIn(document: unknown): readonly unknown[] {
  const previews = getPath(document, 'ad_previews');
  return Array.isArray(previews) ? withCapturedAt(document, previews) : [document];
}

function isPreview(record: unknown): boolean {
  const preview = getPath(record, 'ad_preview') ?? record;
  const own = ['paying_advertiser_name', 'impressions_map', 'targeting_v2', 'top_snap_media_type'];
  return getPath(preview, 'id') !== undefined && hasAny(preview, own);
}

function isEmptyPage(document: unknown): boolean {
  return (
    Array.isArray(getPath(document, 'ad_previews')) &&
    getList(document, 'ad_previews').length === 0 &&
    getPath(document, 'request_status') !== undefined
  );
}

/** Also with HTTP status 200: `{request_status: "ERROR", error_code: "E1009"}`. */
function hasFailed(document: unknown): boolean {
  return getPath(document, 'request_status') !== undefined && getPath(document, 'error_code') !== undefined;
}

function describeFailure(document: unknown): string {
  const names = ['error_code', 'display_message', 'debug_message'];
  const parts = names.map((name) => readString(getPath(document, name), 200)).filter((part) => part !== null);
  return `This is a Snap error response, not an ad: ${parts.join(', ')}`;
}

/** `name` is an internal label of the campaign, not a text of the ad. */
function mapAd(ad: unknown, capturedAt: string | null): OpenAdInput {
  const cards = mapCards(ad);
  const language = readTexts(getPath(ad, 'languages'), 35);
  const payer = readString(getPath(ad, 'paying_advertiser_name'), 300);
  return {
    ...platformTable.identifyAd('snap', readId(getPath(ad, 'id'))),
    platforms: [],
    placements: ['snapchat'],
    advertiser: {
      name: readAdvertiserName(
        [getPath(ad, 'profile_name'), getPath(ad, 'brand_name'), payer, getPath(ad, 'ad_account_name')],
        'The ad has no profile_name and no paying_advertiser_name.',
      ),
      logoUrl: readUrl(getPath(ad, 'profile_logo_url')),
    },
    ...mapKind(ad, cards),
    headlines: readTexts([getPath(ad, 'headline'), ...cards.map(({ headline }) => headline)], 2000).slice(
      0,
      500,
    ),
    ...mapCallToAction(getPath(ad, 'call_to_action')),
    landingPageUrl:
      readLandingPage(ad) ?? cards.find(({ landingPageUrl }) => landingPageUrl)?.landingPageUrl ?? null,
    language: language.length === 1 && /^[a-z]{2,3}$/i.test(language[0] ?? '') ? (language[0] ?? null) : null,
    media: distinctMedia(mapMedia([ad, ...getList(ad, 'composite_preview', 'ad_snaps')]), 200),
    cards,
    // `start_date` and `end_date` are planned; the last day shown is unknown.
    ...mapRun(getPath(ad, 'start_date'), null, mapStatus(ad), getPath(ad, 'end_date')),
    ...mapImpressions(ad),
    payer,
    targeting: mapTargeting(getPath(ad, 'targeting_v2')),
    capturedAt,
  };
}

function readId(value: unknown): string {
  const id = readString(value, 60);
  if (id === null || !/^[\w-]{1,60}$/.test(id))
    throw new Unmappable("'id' must be the ad's id in the library.");
  return id;
}

function mapStatus(ad: unknown): 'active' | 'inactive' | null {
  const status = readString(getPath(ad, 'status'), 20);
  if (status === 'ACTIVE') return 'active';
  return status === 'PAUSED' ? 'inactive' : null;
}

type Media = NonNullable<OpenAdInput['media']>;

function mapMedia(snaps: readonly unknown[]): Media {
  return snaps.flatMap((snap): Media => {
    const url = readUrl(getPath(snap, 'top_snap_media_download_link'));
    const type = readMediaType(snap);
    return url === null || type === null ? [] : [{ type, url }];
  });
}

function readMediaType(snap: unknown): 'image' | 'video' | null {
  const type = readString(getPath(snap, 'top_snap_media_type'), 20);
  return type === 'VIDEO' ? 'video' : type === 'IMAGE' ? 'image' : null;
}

function mapKind(ad: unknown, cards: readonly unknown[]): Pick<OpenAdInput, 'format' | 'mediaType'> {
  const snaps = getList(ad, 'composite_preview', 'ad_snaps');
  const mediaType = readMediaType(ad) ?? (snaps.length > 0 ? readMediaType(snaps[0]) : null);
  const isDynamic = getList(ad, 'dpa_preview', 'items').length > 0;
  if (isDynamic || readString(getPath(ad, 'ad_render_type'), 20) === 'DYNAMIC')
    return { format: 'dpa', mediaType };
  return { format: cards.length > 1 ? 'carousel' : mediaType, mediaType };
}

/** The Snaps of a story, or the products of a dynamic ad. */
function mapCards(ad: unknown): NonNullable<OpenAdInput['cards']> {
  const snaps = getList(ad, 'composite_preview', 'ad_snaps').map((snap) => ({
    headline: readString(getPath(snap, 'headline'), 2000),
    landingPageUrl: readUrl(
      getPath(snap, 'web_view_preview', 'url') ?? getPath(snap, 'web_view_properties', 'url'),
      2048,
    ),
    media: mapMedia([snap]),
  }));
  const products = getList(ad, 'dpa_preview', 'items').map((item) => ({
    headline: readString(getPath(item, 'title'), 2000),
    description: readString(getPath(item, 'description'), 5000),
    landingPageUrl: readUrl(getPath(item, 'link'), 2048),
    media: readTexts(getPath(item, 'main_image', 'image_links'))
      .map((link) => readUrl(link))
      .filter((url) => url !== null)
      .slice(0, 1)
      .map((url) => ({ type: 'image' as const, url })),
  }));
  return [...snaps, ...products].slice(0, 200);
}

function readLandingPage(ad: unknown): string | null {
  return (
    readUrl(getPath(ad, 'web_view_properties', 'url')) ??
    readUrl(getPath(ad, 'deep_link_properties', 'web_view_url'))
  );
}

/** Keys are lower-case codes, with `el` for Greece. The map lists every country, those without impressions with zero. */
function mapImpressions(ad: unknown) {
  const map = getPath(ad, 'impressions_map');
  const rows = Object.entries(isObject(map) ? map : {}).map(([code, count]) => ({
    country: readCountry(code),
    count,
  }));
  const counted = sumByCountry(rows);
  const impressionsByCountry = Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0));
  const impressions = readImpressions(getPath(ad, 'impressions_total'));
  return {
    impressions,
    impressionsByCountry,
    countries: Object.keys(impressionsByCountry),
    coverage: impressions === null ? null : { regions: ['EU', 'TR'] },
  };
}

function readCountry(code: string): string {
  return code.toLowerCase() === 'el' ? 'GR' : code;
}

function isExcluded(part: unknown): boolean {
  return readString(getPath(part, 'operation'), 20) === 'EXCLUDE';
}

function mapTargeting(targeting: unknown): OpenAdInput['targeting'] {
  if (!isObject(targeting)) return null;
  const groups = getList(targeting, 'demographics');
  const geos = getList(targeting, 'geos');
  const included = groups.filter((group) => !isExcluded(group));
  return toTargeting({
    ages: included.flatMap((group) => [
      readAgeRange(getPath(group, 'min_age'), getPath(group, 'max_age')),
      ...readTexts(getPath(group, 'age_groups'), 20),
    ]),
    genders: readGenders(included.map((group) => getPath(group, 'gender'))),
    countries: geos
      .filter((geo) => !isExcluded(geo))
      .map((geo) => readString(getPath(geo, 'country_code'), 10)),
    parameters: Object.keys(targeting).filter((name) => getList(targeting, name).length > 0),
    excluded: geos.filter(isExcluded).map((geo) =>
      firstText(
        ['name', 'country_code'].map((name) => getPath(geo, name)),
        300,
      ),
    ),
  });
}
