import { readFileSync } from 'node:fs';
import type { contract, OutputOf } from '@magpie/contract';
import { damageAdvice, describeDamage, listDamage } from '../ads/indexHealth.ts';
import { byBytes } from '../ads/textOrder.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Handlers } from '../rpc/procedure.ts';
import {
  countAdsBySources,
  countAdvertisers,
  freshnessOfSources,
  type Freshness,
  type ToldTogether,
} from './system.sql.ts';

type Status = OutputOf<typeof contract.system.status>;

export interface SystemParts {
  readonly clickhouse: ClickHouse;
  /** With addresses and paths, and without secrets. */
  readonly engines: Status['engines'];
  /** Returns how many ads were removed. */
  readonly removeDemo: () => Promise<number>;
}

export function systemRouter({
  clickhouse,
  engines,
  removeDemo,
}: SystemParts): Handlers<typeof contract.system> {
  const version = installedVersion();
  return {
    status: async ({ db, caller }) => {
      const [told, advertisers, freshness] = await Promise.all([
        countAdsBySources(clickhouse),
        countAdvertisers(clickhouse),
        freshnessOfSources(db),
      ]);
      const ads = told.reduce((sum, each) => sum + each.ads, 0);
      const shown = caller.isOwner ? engines : withoutPlaces(engines);
      return { version, engines: shown, ads, advertisers, sources: sourcesOf(told, freshness) };
    },
    removeDemo: {
      // Done again, as for a repeat, it removes nothing. No transaction waits for the index meanwhile.
      askFirst: async () => {
        const removed = await removeDemo();
        return () => ({ removed });
      },
    },
    health: async ({ db }) => {
      const problems = (await listDamage(db)).map(describeDamage);
      return problems.length === 0
        ? { status: 'ok', problems, advice: null }
        : { status: 'degraded', problems, advice: damageAdvice };
    },
  };
}

/** Where the engines are is for owners of the instance; everybody else sees which they are. */
function withoutPlaces({ postgres, clickhouse, cache }: Status['engines']): Status['engines'] {
  return { postgres: productOf(postgres), clickhouse: productOf(clickhouse), cache };
}

function productOf(description: string): string {
  return /(?:PostgreSQL|ClickHouse) [\d.]+/.exec(description)?.[0] ?? 'unknown';
}

/** The same distance from the sources and from the build. */
const packageFile = new URL('../../package.json', import.meta.url);

export function installedVersion(): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}

/** A source that brought no ad is told of too. */
function sourcesOf(told: readonly ToldTogether[], freshness: readonly Freshness[]): Status['sources'] {
  const imports = new Map(freshness.map(({ source, lastImportAt }) => [source, lastImportAt.toISOString()]));
  const counts = new Map(freshness.map(({ source }) => [source, 0]));
  for (const { sources, ads } of told) {
    for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + ads);
  }
  return [...counts]
    .map(([source, ads]) => ({ source, ads, lastImportAt: imports.get(source) ?? null }))
    .toSorted((one, other) => other.ads - one.ads || byBytes(one.source, other.source));
}
