import type { OpenAdInput } from '@magpie/contract';
import {
  addressOf,
  at,
  countriesOf,
  dayOf,
  instantOf,
  isObject,
  listAt,
  platformsOf,
  reachOf,
  textOf,
  textsOf,
} from '../mapping/fields.ts';
import { domainOf, euDemographics, metaIdentity, pageOf, runningDays } from './metaAd.ts';
import { cardsOf, mediaOf } from './metaWebCreative.ts';
import { adsWithin, canonical, isWebAd } from './metaWebForms.ts';
import { copyOf, isTemplate, readableOf } from './metaWebText.ts';
import { type Source, Unmappable } from '../source.ts';

/** The payload of facebook.com/ads/library, and exports that scrapers make from it. */
export const metaWeb: Source = {
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
  const snapshot = at(record, 'snapshot');
  const isActive = flagOf(at(record, 'is_active'));
  // Active ads have an end date too: the last day on which they were seen.
  const endDate = isActive === false ? firstDay(record, 'end_date') : null;
  return {
    ...metaIdentity(at(record, 'ad_archive_id'), 'ad_archive_id'),
    ...publisher(record),
    ...platformsOf(at(record, 'publisher_platform') ?? at(record, 'publisher_platforms')),
    format: formatOf(at(snapshot, 'display_format')),
    status: isActive === null ? null : isActive ? 'active' : 'inactive',
    ...creative(snapshot),
    ...runningDays(firstDay(record, 'start_date'), endDate),
    capturedAt: instantOf(at(record, 'scraped_at') ?? at(record, 'captured_at')),
    ...audience(record),
  };
}

/** In tables, booleans are texts. */
function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = textOf(value, 10)?.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : null;
}

function firstDay(record: unknown, field: 'start_date' | 'end_date'): string | null {
  const names = [field, `${field}_formatted`, `${field}_string`];
  return names.map((name) => dayOf(at(record, name))).find((day) => day !== null) ?? null;
}

/**
 * The advertiser. In a partnership the ad's page is the brand, while the snapshot shows the creator's page, whose picture,
 * address and categories are not the advertiser's.
 */
function publisher(record: unknown): Pick<OpenAdInput, 'advertiser' | 'isPartnership' | 'partnerName'> {
  const snapshot = at(record, 'snapshot');
  const brand = brandOf(snapshot);
  const details = at(detailsOf(record), 'advertiser', 'ad_library_page_info', 'page_info');
  const source = [record, brand, snapshot, details].find((page) => textOf(at(page, 'page_name')) !== null);
  const page = pageOf(at(source, 'page_name'), at(record, 'page_id') ?? at(source, 'page_id'), 'page_name');
  if (brand === null) {
    const isPartnership = at(snapshot, 'branded_content') === null ? false : null;
    return { advertiser: { ...page, ...profile(snapshot, details) }, isPartnership };
  }
  const creator = textOf(at(snapshot, 'page_name'), 200);
  const partnerName = creator === page.name ? null : creator;
  const pageUrl = pageAddress(at(brand, 'page_profile_uri')) ?? page.pageUrl ?? null;
  return { advertiser: { ...page, pageUrl }, isPartnership: true, partnerName };
}

function brandOf(snapshot: unknown): Record<string, unknown> | null {
  const brands = [at(snapshot, 'branded_content'), at(snapshot, 'instagram_branded_content')];
  return (
    (brands.find((brand) => isObject(brand) && Object.keys(brand).length > 0) as Record<string, unknown>) ??
    null
  );
}

/** The page details in the snapshot. Its likes belong to the page, not to the ad, and are omitted. */
function profile(snapshot: unknown, details: unknown): Partial<OpenAdInput['advertiser']> {
  const pageUrl =
    pageAddress(at(snapshot, 'page_profile_uri')) ?? pageAddress(at(details, 'page_profile_uri'));
  const categories = at(snapshot, 'page_categories') ?? at(details, 'page_category');
  return {
    ...(pageUrl === null ? {} : { pageUrl }),
    logoUrl: addressOf(at(snapshot, 'page_profile_picture_url') ?? at(details, 'profile_photo')),
    categories: textsOf(isObject(categories) ? Object.values(categories) : categories, 100).slice(0, 20),
  };
}

/** Some ads have the button's address instead of the page's. */
function pageAddress(value: unknown): string | null {
  const address = addressOf(value, 2048);
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

function formatOf(value: unknown): OpenAdInput['format'] {
  const name = textOf(value, 40)?.toLowerCase();
  return name === undefined ? null : (formats.get(name) ?? 'other');
}

/** The copy of DCO and DPA ads is in their cards; the top-level copy is a template or one version. */
function creative(snapshot: unknown): Partial<OpenAdInput> {
  const cards = cardsOf(snapshot);
  const body = copyOf(at(snapshot, 'body'), 20_000);
  const isVersioned = ['dco', 'dpa'].includes(formatOf(at(snapshot, 'display_format')) ?? '');
  const needsCards = body === null || isTemplate(body) || isVersioned;
  const landingPageUrl = readableOf([
    addressOf(at(snapshot, 'link_url')),
    ...cards.map((card) => card.landingPageUrl ?? null),
  ])[0];
  return {
    headlines: readableOf([
      copyOf(at(snapshot, 'title'), 2000),
      ...cards.map((card) => card.headline ?? null),
    ]).slice(0, 500),
    bodies: readableOf([body, ...(needsCards ? cards.map((card) => card.body ?? null) : [])]).slice(0, 500),
    description:
      readableOf([
        copyOf(at(snapshot, 'link_description'), 5000),
        ...cards.map((card) => card.description ?? null),
      ])[0] ?? null,
    ...callToAction(snapshot),
    landingPageUrl: landingPageUrl ?? null,
    landingPageDomain: landingPageUrl === undefined ? domainOf(at(snapshot, 'caption')) : null,
    media: mediaOf(snapshot),
    cards,
  };
}

function callToAction(snapshot: unknown): Pick<OpenAdInput, 'ctaType' | 'ctaText'> {
  const places = [snapshot, ...listAt(snapshot, 'cards').slice(0, 200)];
  const first = (field: string, maxLength: number): string | null =>
    places.map((place) => textOf(at(place, field), maxLength)).find((text) => text !== null) ?? null;
  const ctaType = first('cta_type', 100);
  return { ctaType: ctaType === 'NO_BUTTON' ? null : ctaType, ctaText: first('cta_text', 200) };
}

/** The details of one ad, which some scrapers add under a separate name. */
function detailsOf(record: unknown): unknown {
  return at(record, 'ad_details') ?? at(record, 'details') ?? record;
}

function audience(record: unknown): Partial<OpenAdInput> {
  const details = detailsOf(record);
  const eu = at(details, 'transparency_by_location', 'eu_transparency') ?? at(details, 'aaa_info');
  const rows = listAt(eu, 'age_country_gender_reach_breakdown');
  const read =
    reachOf(at(eu, 'eu_total_reach')) ?? reachOf(at(record, 'impressions_with_index', 'impressions_text'));
  const countries = [
    rows.map((row) => at(row, 'country')),
    at(record, 'targeted_or_reached_countries'),
    at(record, 'political_countries'),
  ].flatMap(countriesOf);
  return { countries: [...new Set(countries)], ...read, demographics: euDemographics(rows) };
}
