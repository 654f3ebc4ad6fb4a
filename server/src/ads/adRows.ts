import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import { adsByHash, adsOfVersions, type AdVersion } from './ads.sql.ts';
import type { AdRow } from './rows.ts';

/** Of all texts in memory. */
const maxCharacters = 16 * 1024 ** 2;
/** The memory of a row without texts, in characters. */
const emptyRow = 1500;

export interface AdRows {
  ofVersions(versions: readonly AdVersion[]): Promise<AdRow[]>;
  byHash(hashes: readonly string[]): Promise<AdRow[]>;
}

/**
 * Keeps the rows that were read last: the engine takes several milliseconds to read all columns of one ad. A change of an
 * ad has a new version, so a kept row is never outdated.
 */
export function createAdRows(clickhouse: ClickHouse): AdRows {
  const kept = new LRUCache<string, AdRow>({ maxSize: maxCharacters, sizeCalculation: countCharacters });
  const keep = (row: AdRow): AdRow => {
    kept.set(keyOf({ hash: row.hash, advertiserId: row.advertiser_id, version: row.version }), row);
    return row;
  };
  return {
    ofVersions: async (versions) => {
      const known = versions.flatMap((each) => kept.get(keyOf(each)) ?? []);
      const hashes = new Set(known.map(({ hash }) => hash));
      const missing = versions.filter(({ hash }) => !hashes.has(hash));
      return missing.length === 0
        ? known
        : [...known, ...(await adsOfVersions(clickhouse, missing)).map(keep)];
    },
    byHash: async (hashes) => (await adsByHash(clickhouse, hashes)).map(keep),
  };
}

function keyOf({ hash, advertiserId, version }: AdVersion): string {
  return `${hash} ${advertiserId} ${version}`;
}

function countCharacters(row: AdRow): number {
  const { bodies, headlines, description, media, cards, transparency } = row;
  const texts = [...bodies, ...headlines, description ?? '', media, cards, transparency];
  return texts.reduce((sum, text) => sum + text.length, emptyRow);
}
