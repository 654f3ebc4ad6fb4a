import { adsByHash } from '../ads/ads.sql.ts';
import type { PresentAds } from '../ads/presentation.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { createPublicReports } from './publicReports.ts';
import { reportsRouter, type ReportsParts } from './reports.ts';
import { sendDueReports } from './sendReports.ts';
import type { Logger } from '../config/log.ts';

interface ReportsDeps extends Omit<ReportsParts, 'findAds'> {
  readonly db: Postgres;
  readonly clickhouse: ClickHouse;
  readonly presentAds: PresentAds;
  readonly log: Logger;
}

export function createReports(deps: ReportsDeps) {
  const { clickhouse, presentAds, db } = deps;
  const parts = {
    ...deps,
    findAds: async (hashes: readonly string[]) => presentAds(await adsByHash(clickhouse, hashes)),
  };
  return {
    procedures: reportsRouter(parts),
    publicReports: createPublicReports({ ...deps, db }),
    sendDue: (stopping: AbortSignal) => sendDueReports(parts, stopping),
  };
}
