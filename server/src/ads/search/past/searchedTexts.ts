import type { ClickHouse } from '../../../db/clickhouse/clickhouse.ts';
import { adsByHash } from '../../ads.sql.ts';
import { indexName, type IndexedTexts, indexTexts } from '../../indexedTexts.ts';
import type { EnrichedAd } from '../../knownAd.ts';
import { readIndexedTexts } from '../../past/pastIndex.sql.ts';
import type { PastAdvertisers } from '../../past/pastAdvertisers.ts';
import { fromRow } from '../../rows.ts';
import type { SearchedAd, SearchedRow } from './searchedAd.ts';

/** The ads of another moment that is in memory. */
type KnownAds = ReadonlyMap<string, SearchedAd>;

/**
 * The texts by which searches find these ads, with the names that their advertisers had. An ad that was not seen since has
 * its stored texts if its advertiser has the same name now; the others are indexed again.
 */
export async function readSearchedTexts(
  clickhouse: ClickHouse,
  rows: readonly SearchedRow[],
  advertisers: PastAdvertisers,
  known: KnownAds,
): Promise<ReadonlyMap<string, IndexedTexts>> {
  const found = new Map<string, IndexedTexts>();
  const nameOf = createNameReader(advertisers);
  const unread: SearchedRow[] = [];
  for (const row of rows) {
    const { hash, folded } = row;
    const { id, name, words } = nameOf(row.name_id);
    const same = known.get(hash);
    if (folded !== undefined) found.set(hash, indexTexts({ ...folded, advertiserId: id }, name));
    else if (same?.storedVersion === row.version && isIndexedFor(same, id, words))
      found.set(hash, same.texts);
    else unread.push(row);
  }
  const positions = unread.map(({ hash, advertiser_id: advertiserId }) => ({ hash, advertiserId }));
  const stored = new Map((await readIndexedTexts(clickhouse, positions)).map((row) => [row.hash, row]));
  const renamed: string[] = [];
  for (const { hash, advertiser_id: advertiserId, name_id: nameId } of unread) {
    const row = stored.get(hash);
    const { id, words } = nameOf(nameId);
    if (row === undefined || !isIndexedFor({ advertiserId, texts: row }, id, words)) renamed.push(hash);
    else found.set(hash, withoutHash(row));
  }
  for (const ad of await readAds(clickhouse, renamed)) {
    const { id, name } = nameOf(ad.nameId);
    found.set(ad.hash, indexTexts({ ...ad, advertiserId: id }, name));
  }
  return found;
}

function createNameReader({ ownerOf, rows }: PastAdvertisers) {
  const names = new Map<number, { readonly id: number; readonly name: string; readonly words: string }>();
  return (nameId: number) => {
    const known = names.get(nameId);
    if (known !== undefined) return known;
    const id = ownerOf(nameId);
    const name = rows.get(id)?.name ?? '';
    const found = { id, name, words: indexName(name) };
    names.set(nameId, found);
    return found;
  };
}

type Indexed = Pick<SearchedAd, 'advertiserId' | 'texts'>;

function isIndexedFor({ advertiserId, texts }: Indexed, id: number, words: string): boolean {
  return advertiserId === id && texts.brand_words === words;
}

function withoutHash({ hash: _hash, ...texts }: IndexedTexts & { readonly hash: string }): IndexedTexts {
  return texts;
}

async function readAds(clickhouse: ClickHouse, hashes: readonly string[]): Promise<EnrichedAd[]> {
  const rows = await adsByHash(clickhouse, hashes);
  return rows.toSorted((one, other) => one.version - other.version).map(fromRow);
}
