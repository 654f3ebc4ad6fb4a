import {
  areDaysExact,
  daysRunningSql,
  hasEnded,
  isActive,
  isUnobserved,
  observedFrom,
} from '../ads/adExpressions.sql.ts';
import { type LibraryAds, sortLibraries } from '../ads/coverage.ts';
import { libraryOfAd } from '../ads/coverage.sql.ts';
import type { Matching } from '../ads/conditions.sql.ts';
import { type ObservedRun, toDaysKind } from '../ads/run.ts';
import { currentRows, type UnmergedAdvertisers } from '../ads/search/currentRows.sql.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { AdLifetimes, AdRun } from './selectedAds.ts';

interface Row {
  readonly observedFrom: number;
  readonly daysRunning: number;
  readonly ended: 0 | 1;
  readonly isUnknown: 0 | 1;
}

interface LifetimesRow extends Row {
  readonly ads: number;
  readonly libraryAds: LibraryAds;
}

const columns = `
       ${observedFrom} AS observedFrom,
       ${daysRunningSql} AS daysRunning,
       ${hasEnded} AS ended,
       ${isUnobserved} AS isUnknown`;

/** Of one advertiser `FINAL` takes no longer; of many ads it does, unless the unmerged advertisers are known. */
export async function readLifetimes(
  clickhouse: ClickHouse,
  matching: Matching,
  unmerged: UnmergedAdvertisers = null,
): Promise<AdLifetimes> {
  const { rows: current, parameters } = currentRows(matching, unmerged);
  const rows = await clickhouse.read<LifetimesRow>(
    `SELECT ${columns}, count() AS ads, sumMap(map(${libraryOfAd}, toUInt64(1))) AS libraryAds
     FROM ${current}
     GROUP BY observedFrom, daysRunning, ended, isUnknown`,
    parameters,
  );
  return {
    observed: rows.flatMap((row) => (row.isUnknown === 1 ? [] : [{ ...toObservedRun(row), ads: row.ads }])),
    unknown: rows.reduce((sum, { isUnknown, ads }) => sum + (isUnknown === 1 ? ads : 0), 0),
    libraries: sortLibraries(rows.map(({ libraryAds }) => libraryAds)),
  };
}

export async function readRun(
  clickhouse: ClickHouse,
  { condition, parameters }: Matching,
  hash: string,
): Promise<AdRun | undefined> {
  const [row] = await clickhouse.read<Row & { readonly active: 0 | 1; readonly exact: 0 | 1 }>(
    `SELECT ${columns}, ${isActive} AS active, ${areDaysExact} AS exact
     FROM ads FINAL
     WHERE ${condition} AND hash = {adHash:String}`,
    { ...parameters, adHash: hash },
  );
  return (
    row && {
      daysRunning: row.daysRunning,
      daysRunningKind: toDaysKind(row.exact === 1),
      isActive: row.active === 1,
      observed: row.isUnknown === 1 ? null : toObservedRun(row),
    }
  );
}

function toObservedRun({ observedFrom: from, daysRunning: to, ended }: Row): ObservedRun {
  return { from, to, hasEnded: ended === 1 };
}
