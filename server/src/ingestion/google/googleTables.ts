import type { OpenAdInput } from '@magpie/contract';
import { capturedAtOf, runOf, statusAt } from '../mapping/adDates.ts';
import {
  addressOf,
  at,
  countOf,
  countriesOf,
  dayOf,
  isObject,
  marginals,
  reachOf,
  textOf,
  textsOf,
} from '../mapping/fields.ts';
import { advertiserOf, inCenter, kindOf } from './googleCreative.ts';
import { isInEconomicArea } from './googleRegions.ts';

/**
 * Rows of Google's public BigQuery tables. They come as JSON, with whole numbers as text, or as CSV, with JSON in the
 * columns that hold records. They have neither texts, landing pages nor media.
 */

/** A row of `creative_stats`, or of `removed_creative_stats`, which also says why the creative was taken down. */
export function adOfRow(row: unknown): OpenAdInput {
  const regions = regionsOf(row);
  const days = (name: string): string[] => daysOf(regions.map((region) => at(region, name)));
  const lastShown = days('last_shown').at(-1);
  const capturedAt = capturedAtOf(row);
  const identity = inCenter(at(row, 'creative_id'), at(row, 'advertiser_id'));
  return {
    ...identity,
    sourceUrl: addressOf(at(row, 'creative_page_url'), 2048) ?? identity.sourceUrl ?? null,
    ...kindOf(at(row, 'ad_format_type'), surfacesOf(regions)),
    advertiser: {
      ...advertiserOf(at(row, 'advertiser_id'), [
        at(row, 'advertiser_disclosed_name'),
        at(row, 'advertiser_legal_name'),
      ]),
      categories: textsOf(at(row, 'topic'), 100),
    },
    ...runOf(
      days('first_shown')[0],
      lastShown,
      wasRemoved(row) ? 'inactive' : statusAt(lastShown, capturedAt),
    ),
    countries: countriesOf(regions.map(codeOf)),
    ...timesShown(regions),
    demographics: marginals(
      regions.map((region) => ({ country: codeOf(region), reach: boundsOf(region)?.reach.value })),
    ),
    capturedAt,
  };
}

/** A row of the table of political ads. Whom it was aimed at says nothing about whom it reached. */
export function adOfPoliticalRow(row: unknown): OpenAdInput {
  const identity = inCenter(at(row, 'ad_id'), at(row, 'advertiser_id'));
  return {
    ...identity,
    sourceUrl: addressOf(at(row, 'ad_url'), 2048) ?? identity.sourceUrl ?? null,
    ...kindOf(at(row, 'ad_type'), []),
    advertiser: advertiserOf(at(row, 'advertiser_id'), [at(row, 'advertiser_name')]),
    ...runOf(at(row, 'date_range_start'), at(row, 'date_range_end'), null),
    countries: countriesOf((textOf(at(row, 'regions'), 2000) ?? '').split(/[,;|\s]/)),
    ...reachOf(at(row, 'impressions')),
    capturedAt: capturedAtOf(row),
  };
}

function wasRemoved(row: unknown): boolean {
  const disapproval = unpacked(at(row, 'disapproval'));
  return Array.isArray(disapproval) ? disapproval.length > 0 : isObject(disapproval);
}

/** A column that holds records: as they are, or as JSON in the cell of a CSV. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  try {
    return JSON.parse(value) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A query that unnests the regions gives one row for each, with the region's columns beside the others. */
function regionsOf(row: unknown): readonly unknown[] {
  const regions = unpacked(at(row, 'region_stats'));
  if (Array.isArray(regions)) return regions;
  if (isObject(regions)) return [regions];
  return at(row, 'region_code') === undefined ? [] : [row];
}

function surfacesOf(regions: readonly unknown[]): string[] {
  const statistics = regions.flatMap((region) => {
    const held = unpacked(at(region, 'surface_serving_stats'));
    const list = Array.isArray(held) ? held : unpacked(at(held, 'surface_serving_stats'));
    return Array.isArray(list) ? list : [];
  });
  return textsOf(statistics.map((entry) => textOf(at(entry, 'surface'), 60)?.toLowerCase()));
}

function codeOf(region: unknown): string {
  return textOf(at(region, 'region_code'), 10)?.toUpperCase() ?? '';
}

function daysOf(values: readonly unknown[]): string[] {
  return values
    .map(dayOf)
    .filter((day) => day !== null)
    .toSorted();
}

type Shown = NonNullable<ReturnType<typeof reachOf>>;

function boundsOf(region: unknown): Shown | null {
  return reachOf({
    lower_bound: at(region, 'times_shown_lower_bound'),
    upper_bound: at(region, 'times_shown_upper_bound'),
  });
}

/**
 * How often it was shown in all regions. The European Economic Area is also a region of its own: its members are then
 * counted in it, and not once more. A region without bounds had no count in the period, which says nothing of the rest.
 */
function timesShown(regions: readonly unknown[]): Shown | null {
  const area = regions.find((region) => codeOf(region) === 'EEA' && boundsOf(region) !== null);
  const counted = regions.filter((region) => {
    const [country] = countriesOf(codeOf(region));
    if (country === undefined) return region === area;
    return area === undefined || !isInEconomicArea(country);
  });
  const bounds = counted.map(boundsOf).filter((shown) => shown !== null);
  if (bounds.length === 0) return null;
  const lower = bounds.reduce((sum, { reach }) => sum + (countOf(reach.lower) ?? 0), 0);
  const upper = bounds.reduce((sum, { reach }) => sum + (reach.upper ?? Number.NaN), 0);
  return reachOf({ lower_bound: lower, upper_bound: Number.isNaN(upper) ? null : upper });
}
