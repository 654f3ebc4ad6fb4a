import type { contract, OutputOf } from '@magpie/contract';
import { monogramUrl } from '../ads/presentation.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { Handler } from '../rpc/procedure.ts';
import { adTotals, readOverview, type Breakdown, type OverviewRow } from './stats.sql.ts';
import { advertiserAds, findAdvertiser, type ResearchParts, shareOf } from './research.ts';
import { unknownAdvertiser, assertKnownAdvertiser } from './directory.ts';

export function headerHandler(parts: ResearchParts): Handler<typeof contract.brandSpy.getHeader> {
  return async ({ input }) => {
    const ads = advertiserAds(input, await parts.newestRecording(), parts.today());
    const [advertiser, totals] = await Promise.all([
      findAdvertiser(parts, input.companyName),
      adTotals(parts.clickhouse, ads),
    ]);
    if (advertiser === undefined) throw await unknownAdvertiser(parts, input.companyName);
    const { advertiser_id: advertiserId, name, brand_logo: logo, categories } = advertiser;
    return {
      advertiserId,
      name,
      brandLogo: logo ?? monogramUrl(advertiserId, parts.siteAddress()),
      ...totals,
      categories: categories.toSorted(compareUtf8),
    };
  };
}

type Overview = OutputOf<typeof contract.brandSpy.getOverview>;

export function overviewHandler(parts: ResearchParts): Handler<typeof contract.brandSpy.getOverview> {
  return async ({ input }) => {
    const ads = advertiserAds(input, await parts.newestRecording(), parts.today());
    const row = await readOverview(parts.clickhouse, ads);
    if (row.totalAds === 0) await assertKnownAdvertiser(parts, input.companyName);
    return toOverview(row);
  };
}

function toOverview({ genders, countries, ages, ...stats }: OverviewRow): Overview {
  return {
    stats,
    mediaTypeBreakdown: {
      image: shareOf(stats.imageAds, stats.totalAds),
      video: shareOf(stats.videoAds, stats.totalAds),
    },
    demographics: {
      gender: byReach(byGender(genders)).map(({ part: gender, reach, share }) => ({ gender, reach, share })),
      country: byReach(countries).map(({ part: country, reach, share }) => ({ country, reach, share })),
      age: byReach(ages).map(({ part: age, reach, share }) => ({ age, reach, share })),
    },
  };
}

const genders = ['female', 'male', 'unknown'] as const;

/** All three values if any is known, even with zero reach; other labels of sources count as unknown. */
function byGender(breakdown: Breakdown): Breakdown<(typeof genders)[number]> {
  if (breakdown.length === 0) return [];
  const reach = { female: 0, male: 0, unknown: 0 };
  for (const [part, people] of breakdown) {
    reach[part === 'female' || part === 'male' ? part : 'unknown'] += people;
  }
  return genders.map((gender) => [gender, reach[gender]]);
}

interface Reached<Part extends string> {
  readonly part: Part;
  readonly reach: number;
  readonly share: number | null;
}

/** Highest first. The input is ordered by name, and the sort is stable. */
function byReach<Part extends string>(breakdown: Breakdown<Part>): Reached<Part>[] {
  const whole = breakdown.reduce((sum, [, reach]) => sum + reach, 0);
  return breakdown
    .map(([part, reach]) => ({
      part,
      reach: Math.min(reach, Number.MAX_SAFE_INTEGER),
      share: whole === 0 ? null : reach / whole,
    }))
    .toSorted((one, other) => other.reach - one.reach);
}
