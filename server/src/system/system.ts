import { readFileSync } from 'node:fs';
import type { contract, OutputOf } from '@magpie/contract';
import type { IndexCoverage } from '../ads/coverage.ts';
import { damageAdvice, describeDamage, listDamage } from '../ads/indexHealth.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { ProcedureHandlers } from '../rpc/procedure.ts';
import * as sql from './system.sql.ts';

type Status = OutputOf<typeof contract.system.status>;

/** Of the demo ads of the first start. */
export type DemoProgress = NonNullable<OutputOf<typeof contract.system.health>['demoAds']>;

export interface SystemParts {
  readonly clickhouse: ClickHouse;
  readonly coverage: Pick<IndexCoverage, 'all'>;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  /** Includes addresses and paths, but no secrets. */
  readonly engines: Status['engines'];
  readonly removeDemo: () => Promise<number>;
  readonly demoProgress: () => DemoProgress | null;
}

export function systemRouter({
  clickhouse,
  coverage,
  today,
  engines,
  removeDemo,
  demoProgress,
}: SystemParts): ProcedureHandlers<typeof contract.system> {
  const version = installedVersion();
  return {
    status: async ({ db, caller, newestRecording }) => {
      const newest = await newestRecording();
      const [groups, advertisers, freshness, covered] = await Promise.all([
        sql.countAdsBySources(clickhouse),
        sql.countAdvertisers(clickhouse),
        sql.freshnessOfSources(db),
        coverage.all(newest, today()),
      ]);
      const ads = groups.reduce((sum, each) => sum + each.ads, 0);
      const shown = caller.isOwner ? engines : withoutLocations(engines);
      return {
        version,
        engines: shown,
        ads,
        advertisers,
        sources: listSources(groups, freshness),
        coverage: covered,
      };
    },
    removeDemo: {
      // Idempotent. Runs before the transaction, which must not stay open while the index is changed.
      prepare: async () => {
        const removed = await removeDemo();
        return () => ({ removed });
      },
    },
    health: async ({ db }) => {
      const problems = (await listDamage(db)).map(describeDamage);
      const progress = demoProgress();
      const demo = progress === null ? {} : { demoAds: progress };
      return problems.length === 0
        ? { status: 'ok', problems, advice: null, ...demo }
        : { status: 'degraded', problems, advice: damageAdvice, ...demo };
    },
  };
}

/** Only owners of the instance see addresses and paths; other users see product and version. */
function withoutLocations({ postgres, clickhouse, cache }: Status['engines']): Status['engines'] {
  return { postgres: productName(postgres), clickhouse: productName(clickhouse), cache };
}

function productName(description: string): string {
  return /(?:PostgreSQL|ClickHouse) [\d.]+/.exec(description)?.[0] ?? 'unknown';
}

/** The relative path is the same from src and from dist. */
const packageFile = new URL('../../package.json', import.meta.url);

export function installedVersion(): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}

function listSources(groups: readonly sql.SourceGroup[], freshness: readonly sql.Freshness[]) {
  const imports = new Map(freshness.map(({ source, lastImportAt }) => [source, lastImportAt.toISOString()]));
  const counts = new Map(freshness.map(({ source }) => [source, 0]));
  for (const { sources, ads } of groups) {
    for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + ads);
  }
  return [...counts]
    .map(([source, ads]) => ({ source, ads, lastImportAt: imports.get(source) ?? null }))
    .toSorted((one, other) => other.ads - one.ads || compareUtf8(one.source, other.source));
}
