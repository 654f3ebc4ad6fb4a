import type { ClickHouse } from '../../db/clickhouse/clickhouse.ts';
import { groupBy } from '../../db/postgres/batches.sql.ts';
import { toCoverage } from '../coverage.ts';
import {
  canCompare,
  describeLaunches,
  findObserved,
  type LaunchMomentum,
  listGains,
  type ReachedAd,
  type StatedLaunches,
  toMeasuredSpans,
  toSeries,
} from '../launchMomentum.ts';
import { readMeasuredReach } from '../measuredReach.sql.ts';
import { toDate, toDay } from '../run.ts';
import type { MemberRow } from './families.sql.ts';

/** As of an advertiser by default. */
const days = 14;

/** @param members all ads of the family */
export async function readFamilyMomentum(
  clickhouse: ClickHouse,
  members: readonly MemberRow[],
  today: string,
): Promise<LaunchMomentum> {
  const libraries = coverLibraries(members);
  const span = { ...findObserved(libraries, toDay(today)), days };
  const launches = countLaunches(members, toSeries(span));
  const reached = canCompare(span, launches) ? listReached(members, toDate(span.until)) : null;
  const hashes = reached?.map(({ hash }) => hash) ?? [];
  const measured = await readMeasuredReach(clickhouse, hashes, toMeasuredSpans(span));
  const gains = reached && listGains(reached, measured, span);
  const names = libraries.map(({ library }) => library);
  return describeLaunches(span, launches, gains, names);
}

function coverLibraries(members: readonly MemberRow[]) {
  const ads = members.map(({ library, firstSeenAt, lastSeenAt }) => ({
    library,
    ads: 1,
    firstSeenAt,
    lastSeenAt,
    countries: [],
  }));
  return toCoverage(ads).libraries;
}

function countLaunches(
  members: readonly MemberRow[],
  { from, count }: { readonly from: string; readonly count: number },
): StatedLaunches {
  const stated = members.filter(({ isStartPublished }) => isStartPublished === 1);
  const byDay = groupBy(stated, ({ firstDate }) => firstDate);
  const first = toDay(from);
  return {
    launched: Array.from({ length: count }, (_, day) => byDay.get(toDate(first + day))?.length ?? 0),
    stated: stated.length,
    notStated: members.length - stated.length,
  };
}

function listReached(members: readonly MemberRow[], until: string): ReachedAd[] {
  return members
    .filter(
      ({ reachKind, firstDate }) => reachKind !== 'notKnown' && reachKind !== 'range' && firstDate <= until,
    )
    .map(({ hash, firstDate, isStartPublished, reachKind }) => ({
      hash,
      launchDay: isStartPublished === 1 ? toDay(firstDate) : null,
      isEstimated: reachKind !== 'reported',
    }));
}
