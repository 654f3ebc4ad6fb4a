import { parseUrl, type OpenAdInput } from '@magpie/contract';
import {
  getPath,
  readCountries,
  readDay,
  readFirst,
  hasAny,
  isObject,
  getList,
  marginals,
  readPlatforms,
  readString,
  readTexts,
} from '../mapping/fields.ts';
import { readDomain } from '../mapping/adParts.ts';
import { readImpressions, readSpend } from '../mapping/transparency.ts';
import {
  euDemographics,
  metaIdentity,
  mapPage,
  mapPayers,
  mapReach,
  mapTargeting,
  toDateRange,
} from './metaAd.ts';
import { type AdSource, Unmappable } from '../source.ts';

/** Fields that only records of Meta's Ad Library API have besides `id`. */
const apiFields =
  `ad_snapshot_url ad_delivery_start_time ad_creation_time ad_creative_bodies ad_creative_link_titles
  ad_creative_link_captions eu_total_reach`.split(/\s+/);

/** The field that carries the countries of the query to ads without their own. */
const queryCountriesField = 'ad_reached_countries';

export const metaApi: AdSource = {
  name: 'meta-api',
  summary: 'Meta Ad Library API: saved pages ({data, paging}) or ads',
  recognises: (document) => isAd(document) || getList(document, 'data').slice(0, 20).some(isAd),
  *unfold(document) {
    if (!isObject(document) || !Array.isArray(document['data'])) {
      yield document;
      return;
    }
    const countries = queriedCountries(document);
    for (const ad of document['data']) yield isObject(ad) ? { [queryCountriesField]: countries, ...ad } : ad;
  },
  toAd,
};

function isAd(record: unknown): boolean {
  return isObject(record) && Object.hasOwn(record, 'id') && hasAny(record, apiFields);
}

/** The countries of the query; a response repeats its query in the link to the next page. */
function queriedCountries(page: unknown): string[] {
  const given = readCountries(getPath(page, queryCountriesField));
  const next = readString(getPath(page, 'paging', 'next'));
  const url = next === null ? null : parseUrl(next);
  if (given.length > 0 || url === null) return given;
  return readCountries((url.searchParams.get(queryCountriesField) ?? '').slice(0, 2000).split(/[^a-zA-Z]+/));
}

function toAd(record: unknown): OpenAdInput {
  if (!isObject(record)) throw new Unmappable('An ad of the Ad Library API must be an object.');
  const countries = readCountries(
    getList(record, 'age_country_gender_reach_breakdown').map((row) => getPath(row, 'country')),
  );
  return {
    ...metaIdentity(getPath(record, 'id'), 'id'),
    advertiser: mapPage(getPath(record, 'page_name'), getPath(record, 'page_id'), 'page_name'),
    ...readPlatforms(getPath(record, 'publisher_platforms')),
    headlines: readTexts(getPath(record, 'ad_creative_link_titles'), 2000).slice(0, 500),
    bodies: readTexts(getPath(record, 'ad_creative_bodies')).slice(0, 500),
    description: readTexts(getPath(record, 'ad_creative_link_descriptions'), 5000)[0] ?? null,
    landingPageDomain: readFirst(readTexts(getPath(record, 'ad_creative_link_captions'), 300), readDomain),
    language: readLanguage(getPath(record, 'languages')),
    countries: countries.length > 0 ? countries : onlyCountry(getPath(record, queryCountriesField)),
    ...delivery(record),
    ...audience(record),
    ...disclosure(record),
  };
}

/** Meta distinguishes Mandarin and Cantonese; in writing both are Chinese. Several languages are ambiguous. */
function readLanguage(values: unknown): string | null {
  const [language, ...others] = readTexts(values, 35).map((code) => code.toLowerCase());
  if (language === undefined || others.length > 0 || !/^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/.test(language))
    return null;
  return language === 'cmn' || language === 'yue' ? 'zh' : language;
}

/** With several countries in the query, it is unknown which of them applies. */
function onlyCountry(values: unknown): string[] {
  const countries = readCountries(values);
  return countries.length === 1 ? countries : [];
}

/** A stop date in the future is only planned: the ad is still active. */
function delivery(record: unknown): Pick<OpenAdInput, 'status' | 'startDate' | 'endDate'> {
  const start =
    readDay(getPath(record, 'ad_delivery_start_time')) ?? readDay(getPath(record, 'ad_creation_time'));
  const stop = readDay(getPath(record, 'ad_delivery_stop_time'));
  const isActive = stop === null || stop >= new Date().toISOString().slice(0, 10);
  return { status: isActive ? 'active' : 'inactive', ...toDateRange(start, isActive ? null : stop) };
}

type Audience = Pick<OpenAdInput, 'reach' | 'reachText' | 'coverage' | 'demographics'>;

function audience(record: unknown): Audience {
  const reach = mapReach(
    [
      ['EU', getPath(record, 'eu_total_reach')],
      ['BR', getPath(record, 'br_total_reach')],
    ],
    getPath(record, 'total_reach_by_location'),
  );
  const demographics =
    euDemographics(getList(record, 'age_country_gender_reach_breakdown')) ??
    shares(getList(record, 'demographic_distribution'), reach.reach?.value ?? null);
  return { ...reach, demographics };
}

function disclosure(record: unknown): Partial<OpenAdInput> {
  return {
    impressions: readImpressions(getPath(record, 'impressions')),
    spend: readSpend(getPath(record, 'spend'), getPath(record, 'currency')),
    ...mapPayers([
      ...getList(record, 'beneficiary_payers'),
      // The disclaimer of a political ad.
      { payer: getPath(record, 'bylines') },
    ]),
    targeting: mapTargeting(
      getList(record, 'target_ages'),
      getPath(record, 'target_gender'),
      getList(record, 'target_locations'),
    ),
  };
}

/** Political ads have shares instead of counts: `{percentage: "0.25", age, gender}`. */
function shares(rows: readonly unknown[], total: number | null): Audience['demographics'] {
  if (total === null) return null;
  return marginals(
    rows.map((row) => ({
      age: getPath(row, 'age'),
      gender: getPath(row, 'gender'),
      reach: Math.round(Number(readString(getPath(row, 'percentage'), 40) ?? Number.NaN) * total),
    })),
  );
}
