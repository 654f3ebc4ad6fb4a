import { adsByHash } from '../ads/ads.sql.ts';
import { presentPastAds } from '../ads/past/pastAd.ts';
import type { PastDeps } from '../ads/past/pastAds.ts';
import type { PresentAds } from '../ads/presentation.ts';
import { createPublicReports } from './publicReports.ts';
import { reportsRouter, type ReportsParts } from './reports.ts';
import { sendDueReports } from './sendReports.ts';
import type { Logger } from '../config/log.ts';

interface ReportsDeps extends Omit<ReportsParts, 'findAds'>, PastDeps {
  readonly presentAds: PresentAds;
  readonly log: Logger;
}

export function createReports(deps: ReportsDeps) {
  const { clickhouse, presentAds, db } = deps;
  const parts = {
    ...deps,
    findAds: async (hashes: readonly string[], at?: string) =>
      at === undefined ? presentAds(await adsByHash(clickhouse, hashes)) : presentPastAds(deps, hashes, at),
  };
  return {
    procedures: reportsRouter(parts),
    publicReports: createPublicReports({ ...deps, db }),
    sendDue: (stopping: AbortSignal) => sendDueReports(parts, stopping),
  };
}
