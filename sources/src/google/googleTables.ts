import type { OpenAdInput } from '@magpie/contract';
import { readCapturedAt, mapRun, statusAt } from '../mapping/adParts.ts';
import {
  readUrl,
  getPath,
  readCountries,
  readDay,
  readFirst,
  isObject,
  readString,
  readTexts,
} from '../mapping/fields.ts';
import {
  findCountry,
  readGenders,
  readImpressions,
  readSpend,
  sumByCountry,
  toTargeting,
} from '../mapping/transparency.ts';
import { mapAdvertiser, creativeKind, googleIdentity, isInEconomicArea } from './googleCreative.ts';

/** Rows of Google's public BigQuery tables, as JSON or CSV, without texts, landing pages and media. */

/** A row of `creative_stats`, or of `removed_creative_stats`, which also has the reason for the removal. */
export function mapRow(row: unknown): OpenAdInput {
  const regions = listRegions(row);
  const days = (name: string): string[] => listDays(regions.map((region) => getPath(region, name)));
  const lastShown = days('last_shown').at(-1);
  const capturedAt = readCapturedAt(row);
  const identity = googleIdentity(getPath(row, 'creative_id'), getPath(row, 'advertiser_id'));
  return {
    ...identity,
    sourceUrl: readUrl(getPath(row, 'creative_page_url'), 2048) ?? identity.sourceUrl ?? null,
    ...creativeKind(getPath(row, 'ad_format_type'), listSurfaces(regions)),
    advertiser: {
      ...mapAdvertiser(getPath(row, 'advertiser_id'), [
        getPath(row, 'advertiser_disclosed_name'),
        getPath(row, 'advertiser_legal_name'),
      ]),
      legalName: readString(getPath(row, 'advertiser_legal_name'), 300),
      categories: readTexts(getPath(row, 'topic'), 100),
    },
    ...mapRun(
      days('first_shown')[0],
      lastShown,
      wasRemoved(row) ? 'inactive' : statusAt(lastShown, capturedAt),
    ),
    countries: readCountries(regions.map(getCode)),
    impressions: timesShown(regions),
    impressionsByCountry: sumByCountry(
      regions.map((region) => ({ country: getCode(region), count: readBounds(region)?.value })),
    ),
    // Verified by Google, also where ads disclose another name.
    beneficiary: readString(getPath(row, 'advertiser_legal_name'), 300),
    coverage: readCoverage(regions),
    targeting: mapSelection(unpacked(getPath(row, 'audience_selection_approach_info'))),
    capturedAt,
  };
}

/** A row of the political ads table. */
export function mapPoliticalRow(row: unknown): OpenAdInput {
  const identity = googleIdentity(getPath(row, 'ad_id'), getPath(row, 'advertiser_id'));
  return {
    ...identity,
    sourceUrl: readUrl(getPath(row, 'ad_url'), 2048) ?? identity.sourceUrl ?? null,
    ...creativeKind(getPath(row, 'ad_type'), []),
    advertiser: mapAdvertiser(getPath(row, 'advertiser_id'), [getPath(row, 'advertiser_name')]),
    ...mapRun(getPath(row, 'date_range_start'), getPath(row, 'date_range_end'), null),
    countries: readCountries((readString(getPath(row, 'regions'), 2000) ?? '').split(/[,;|\s]/)),
    impressions: readImpressions(getPath(row, 'impressions')),
    spend: readPoliticalSpend(row),
    targeting: toTargeting({
      ages: splitList(getPath(row, 'age_targeting')),
      genders: readGenders(splitList(getPath(row, 'gender_targeting'))),
      countries: splitList(getPath(row, 'geo_targeting_included')).map(findCountry),
      places: splitList(getPath(row, 'geo_targeting_included')).filter((name) => findCountry(name) === null),
      excluded: splitList(getPath(row, 'geo_targeting_excluded')),
    }),
    capturedAt: readCapturedAt(row),
  };
}

function wasRemoved(row: unknown): boolean {
  const disapproval = unpacked(getPath(row, 'disapproval'));
  return Array.isArray(disapproval) ? disapproval.length > 0 : isObject(disapproval);
}

/** A nested column: records, or JSON in a CSV cell. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  try {
    return JSON.parse(value) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A query that unnests the regions returns one row per region, with the region's columns at the top level. */
function listRegions(row: unknown): readonly unknown[] {
  const regions = unpacked(getPath(row, 'region_stats'));
  if (Array.isArray(regions)) return regions;
  if (isObject(regions)) return [regions];
  return getPath(row, 'region_code') === undefined ? [] : [row];
}

function listSurfaces(regions: readonly unknown[]): string[] {
  const statistics = regions.flatMap((region) => {
    const held = unpacked(getPath(region, 'surface_serving_stats'));
    const list = Array.isArray(held) ? held : unpacked(getPath(held, 'surface_serving_stats'));
    return Array.isArray(list) ? list : [];
  });
  return readTexts(statistics.map((entry) => readString(getPath(entry, 'surface'), 60)?.toLowerCase()));
}

function getCode(region: unknown): string {
  return readString(getPath(region, 'region_code'), 10)?.toUpperCase() ?? '';
}

function listDays(values: readonly unknown[]): string[] {
  return values
    .map(readDay)
    .filter((day) => day !== null)
    .toSorted();
}

type Shown = NonNullable<ReturnType<typeof readImpressions>>;

function readBounds(region: unknown): Shown | null {
  return readImpressions({
    lower_bound: getPath(region, 'times_shown_lower_bound'),
    upper_bound: getPath(region, 'times_shown_upper_bound'),
  });
}

/** If the European Economic Area is a region, its members do not count again. Regions without bounds are skipped. */
function timesShown(regions: readonly unknown[]): Shown | null {
  const area = regions.find((region) => getCode(region) === 'EEA' && readBounds(region) !== null);
  const counted = regions.filter((region) => {
    const [country] = readCountries(getCode(region));
    if (country === undefined) return region === area;
    return area === undefined || !isInEconomicArea(country);
  });
  const bounds = counted.map(readBounds).filter((shown) => shown !== null);
  if (bounds.length === 0) return null;
  const lower = bounds.reduce((sum, shown) => sum + (shown.lower ?? 0), 0);
  const upper = bounds.reduce((sum, shown) => sum + (shown.upper ?? Number.NaN), 0);
  return readImpressions({ lower_bound: lower, upper_bound: Number.isNaN(upper) ? null : upper });
}

/** Google counts a period of its own, not the whole run. */
function readCoverage(regions: readonly unknown[]): OpenAdInput['coverage'] {
  const days = (name: string): string[] => listDays(regions.map((region) => getPath(region, name)));
  const [from, until] = [days('times_shown_start_date')[0], days('times_shown_end_date').at(-1)];
  return from === undefined && until === undefined ? null : { from: from ?? null, until: until ?? null };
}

/** `{demographic_info: 'CRITERIA_INCLUDED', …}`: which kinds of criteria selected the audience. */
function mapSelection(info: unknown): OpenAdInput['targeting'] {
  if (!isObject(info)) return null;
  const criteria = Object.entries(info).map(([name, use]) => ({ name, use: readString(use, 60) ?? '' }));
  const isNamed = (pattern: RegExp): string[] =>
    criteria.filter(({ use }) => pattern.test(use)).map(({ name }) => name);
  return toTargeting({
    parameters: isNamed(/^CRITERIA_INCLUDED/),
    excluded: isNamed(/EXCLUDED$/),
  });
}

/** `Male, Female`, `18-24, 25-34`; `Not targeted` is no targeting. */
function splitList(value: unknown): string[] {
  const text = readString(value, 20_000) ?? '';
  return /^not targeted$/i.test(text) ? [] : readTexts(text.split(','), 300);
}

/** One pair of columns per currency; the first filled one is used. */
function readPoliticalSpend(row: unknown): OpenAdInput['spend'] {
  if (!isObject(row)) return null;
  const currencies = Object.keys(row)
    .map((column) => /^spend_range_min_([a-z]{3})$/.exec(column)?.[1])
    .filter((currency) => currency !== undefined);
  return readFirst(currencies, (currency) => {
    const bounds = {
      lower_bound: getPath(row, `spend_range_min_${currency}`),
      upper_bound: getPath(row, `spend_range_max_${currency}`),
    };
    return readSpend(bounds, currency) ?? null;
  });
}
