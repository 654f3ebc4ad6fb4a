import type { OpenAdInput } from '@magpie/contract';
import {
  firstText,
  getList,
  getPath,
  isObject,
  readCountries,
  readDay,
  readFirst,
  readInstant,
  readPlatforms,
  readString,
  readTexts,
  readUrl,
} from '../mapping/fields.ts';
import { readDomain } from '../mapping/adParts.ts';
import { readImpressions } from '../mapping/transparency.ts';
import {
  euDemographics,
  metaIdentity,
  mapPage,
  mapPayers,
  mapReach,
  mapTargeting,
  toDateRange,
} from './metaAd.ts';
import { mapCards, readCopy, isTemplate, mapMedia, listReadable } from './metaWebCreative.ts';
import { adsWithin, canonical, isWebAd } from './metaWebForms.ts';
import { type AdSource, Unmappable } from '../source.ts';

/** The payload of facebook.com/ads/library, and exports that scrapers make from it. */
export const metaWeb: AdSource = {
  name: 'meta-web',
  summary: 'Meta Ad Library web payload: GraphQL responses, the older camelCase form, exports of scrapers',
  recognises(document) {
    let checked = 0;
    for (const record of adsWithin(document)) {
      if (isWebAd(record)) return true;
      checked += 1;
      if (checked === 20) break;
    }
    return false;
  },
  unfold: (document) => adsWithin(document),
  toAd,
};

function toAd(raw: unknown): OpenAdInput {
  if (!isObject(raw)) throw new Unmappable('An ad of the web payload must be an object.');
  const record = canonical(raw);
  const snapshot = getPath(record, 'snapshot');
  const isActive = readFlag(getPath(record, 'is_active'));
  const capturedAt = readInstant(getPath(record, 'scraped_at') ?? getPath(record, 'captured_at'));
  // Active ads have an end date too: the last day on which they were seen.
  const last = firstDay(record, 'end_date');
  return {
    ...metaIdentity(getPath(record, 'ad_archive_id'), 'ad_archive_id'),
    ...publisher(record),
    ...readPlatforms(getPath(record, 'publisher_platform') ?? getPath(record, 'publisher_platforms')),
    format: mapFormat(getPath(snapshot, 'display_format')),
    status: isActive === null ? null : isActive ? 'active' : 'inactive',
    ...creative(snapshot),
    ...toDateRange(firstDay(record, 'start_date'), isActive === false ? last : null),
    lastConfirmedAt: isActive === false ? null : ((isActive ? capturedAt : null) ?? readInstant(last)),
    capturedAt,
    ...audience(record),
  };
}

/** In tables, booleans are texts. */
function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = readString(value, 10)?.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : null;
}

function firstDay(record: unknown, field: 'start_date' | 'end_date'): string | null {
  const names = [field, `${field}_formatted`, `${field}_string`];
  return readFirst(names, (name) => readDay(getPath(record, name)));
}

/** In a partnership the ad's page is the brand, while the snapshot shows the page of the creator. */
function publisher(record: unknown): Pick<OpenAdInput, 'advertiser' | 'isPartnership' | 'partnerName'> {
  const snapshot = getPath(record, 'snapshot');
  const brand = findBrand(snapshot);
  const details = getPath(findDetails(record), 'advertiser', 'ad_library_page_info', 'page_info');
  const source = [record, brand, snapshot, details].find(
    (page) => readString(getPath(page, 'page_name')) !== null,
  );
  const page = mapPage(
    getPath(source, 'page_name'),
    getPath(record, 'page_id') ?? getPath(source, 'page_id'),
    'page_name',
  );
  if (brand === null) {
    const isPartnership = getPath(snapshot, 'branded_content') === null ? false : null;
    return { advertiser: { ...page, ...profile(snapshot, details) }, isPartnership };
  }
  const creator = readString(getPath(snapshot, 'page_name'), 200);
  const partnerName = creator === page.name ? null : creator;
  const pageUrl = readPageUrl(getPath(brand, 'page_profile_uri')) ?? page.pageUrl ?? null;
  return { advertiser: { ...page, pageUrl }, isPartnership: true, partnerName };
}

function findBrand(snapshot: unknown): Record<string, unknown> | null {
  const brands = [getPath(snapshot, 'branded_content'), getPath(snapshot, 'instagram_branded_content')];
  return (
    (brands.find((brand) => isObject(brand) && Object.keys(brand).length > 0) as Record<string, unknown>) ??
    null
  );
}

/** The page details in the snapshot. Its likes belong to the page, not to the ad, and are omitted. */
function profile(snapshot: unknown, details: unknown): Partial<OpenAdInput['advertiser']> {
  const pageUrl =
    readPageUrl(getPath(snapshot, 'page_profile_uri')) ?? readPageUrl(getPath(details, 'page_profile_uri'));
  const categories = getPath(snapshot, 'page_categories') ?? getPath(details, 'page_category');
  return {
    ...(pageUrl === null ? {} : { pageUrl }),
    logoUrl: readUrl(getPath(snapshot, 'page_profile_picture_url') ?? getPath(details, 'profile_photo')),
    categories: readTexts(isObject(categories) ? Object.values(categories) : categories, 100).slice(0, 20),
  };
}

/** Some ads have the button's address instead of the page's. */
function readPageUrl(value: unknown): string | null {
  const address = readUrl(value, 2048);
  if (address === null) return null;
  return /(?:^|\.)(?:facebook|instagram)\.com$/.test(new URL(address).hostname) ? address : null;
}

const formats: ReadonlyMap<string, NonNullable<OpenAdInput['format']>> = new Map([
  ['image', 'image'],
  ['multi_images', 'image'],
  ['video', 'video'],
  ['carousel', 'carousel'],
  ['dco', 'dco'],
  ['dpa', 'dpa'],
]);

function mapFormat(value: unknown): OpenAdInput['format'] {
  const name = readString(value, 40)?.toLowerCase();
  return name === undefined ? null : (formats.get(name) ?? 'other');
}

/** The copy of DCO and DPA ads is in their cards; the top-level copy is a template or one version. */
function creative(snapshot: unknown): Partial<OpenAdInput> {
  const cards = mapCards(snapshot);
  const body = readCopy(getPath(snapshot, 'body'));
  const isVersioned = ['dco', 'dpa'].includes(mapFormat(getPath(snapshot, 'display_format')) ?? '');
  const needsCards = body === null || isTemplate(body) || isVersioned;
  const landingPageUrl = listReadable([
    readUrl(getPath(snapshot, 'link_url')),
    ...cards.map((card) => card.landingPageUrl ?? null),
  ])[0];
  return {
    headlines: listReadable([
      readCopy(getPath(snapshot, 'title'), 2000),
      ...cards.map((card) => card.headline ?? null),
    ]).slice(0, 500),
    bodies: listReadable([body, ...(needsCards ? cards.map((card) => card.body ?? null) : [])]).slice(0, 500),
    description:
      listReadable([
        readCopy(getPath(snapshot, 'link_description'), 5000),
        ...cards.map((card) => card.description ?? null),
      ])[0] ?? null,
    ...callToAction(snapshot),
    landingPageUrl: landingPageUrl ?? null,
    landingPageDomain: landingPageUrl === undefined ? readDomain(getPath(snapshot, 'caption')) : null,
    media: mapMedia(snapshot),
    cards,
  };
}

function callToAction(snapshot: unknown): Pick<OpenAdInput, 'ctaType' | 'ctaText'> {
  const places = [snapshot, ...getList(snapshot, 'cards').slice(0, 200)];
  const values = (field: string): unknown[] => places.map((place) => getPath(place, field));
  const ctaType = firstText(values('cta_type'), 100);
  return { ctaType: ctaType === 'NO_BUTTON' ? null : ctaType, ctaText: firstText(values('cta_text'), 200) };
}

/** The details of one ad, which some scrapers add under a separate name. */
function findDetails(record: unknown): unknown {
  return getPath(record, 'ad_details') ?? getPath(record, 'details') ?? record;
}

function audience(record: unknown): Partial<OpenAdInput> {
  const details = findDetails(record);
  const byLocation = getPath(details, 'transparency_by_location');
  const disclosed = getPath(details, 'aaa_info');
  const eu = getPath(byLocation, 'eu_transparency') ?? disclosed;
  const uk = getPath(byLocation, 'uk_transparency');
  const br = getPath(byLocation, 'br_transparency');
  const rows = getList(eu, 'age_country_gender_reach_breakdown');
  const reach = mapReach(
    [
      ['EU', getPath(eu, 'eu_total_reach')],
      ['UK', getPath(uk, 'total_reach')],
      ['BR', getPath(br, 'total_reach')],
    ],
    null,
  );
  const countries = [
    rows.map((row) => getPath(row, 'country')),
    getPath(record, 'targeted_or_reached_countries'),
    getPath(record, 'political_countries'),
  ].flatMap(readCountries);
  const targeted = isObject(eu) ? eu : uk;
  return {
    countries: [...new Set(countries)],
    ...reach,
    demographics: euDemographics(rows),
    impressions: readImpressions(getPath(record, 'impressions_with_index', 'impressions_text')),
    ...mapPayers([...getList(disclosed, 'payer_beneficiary_data'), ...getList(eu, 'payer_beneficiary_data')]),
    targeting: mapTargeting(
      [getPath(targeted, 'age_audience', 'min'), getPath(targeted, 'age_audience', 'max')],
      getPath(targeted, 'gender_audience'),
      getList(targeted, 'location_audience'),
    ),
    collationId: readString(getPath(record, 'collation_id'), 200),
  };
}
