import type { contract, OutputOf } from '@magpie/contract';
import { decodeAdCursor, pageInfo } from '../ads/adCursor.ts';
import { sortLibraries } from '../ads/coverage.ts';
import { formatFamilyId } from '../ads/families/getFamily.ts';
import { advertiserId } from '../ads/identity.ts';
import { describeStarts } from '../ads/run.ts';
import { listKey } from '../rpc/cursor.ts';
import type { Handler } from '../rpc/procedure.ts';
import { listCreatives, readShownAds, type CreativeRow, type ShownAd } from './creatives.sql.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { listPastCreatives } from './pastCreatives.ts';
import { filteredAds, findAdvertiser, type ResearchParts } from './research.ts';

type ListCreatives = typeof contract.brandSpy.listCreatives;

export function creativesHandler(parts: ResearchParts): Handler<ListCreatives> {
  return async ({ input }) => {
    if (parts.at !== undefined) return listPastCreatives(parts, input, parts.at);
    const { sortBy, limit, cursor, companyName, asOf: _asOf, ...filters } = input;
    const list = listKey('brandSpy.listCreatives', input);
    const position = decodeAdCursor(list, cursor, await parts.newestRecording());
    const found = await findAdvertiser(parts, companyName);
    const id = found?.advertiser_id ?? advertiserId(companyName);
    const ads = filteredAds(filters, position.asOf, parts.today(), [
      ['advertiser_id = {advertiserId:UInt64}', { advertiserId: id }],
    ]);
    const read = (page: { limit: number; offset: number }) =>
      listCreatives(parts.clickhouse, ads, { sortBy, ...page });
    const rows = await read({ limit, offset: position.offset });
    // A page beyond the last one has no rows, so the totals are read from the first row.
    const [first] = rows.length === 0 && position.offset > 0 ? await read({ limit: 1, offset: 0 }) : rows;
    if (first === undefined) await assertKnownAdvertiser(parts, companyName);
    const shown = await readAds(parts, id, rows);
    const { total = 0, allAds = 0, publishedStarts = 0, libraryAds = {} } = first ?? {};
    return {
      creatives: rows.map((row) => describeCreative(row, shown.get(row.hash))),
      evidence: { ...describeStarts(allAds, publishedStarts), libraries: sortLibraries([libraryAds]) },
      ...pageInfo(position, rows.length, total),
    };
  };
}

async function readAds(
  { clickhouse }: ResearchParts,
  id: number,
  rows: readonly CreativeRow[],
): Promise<ReadonlyMap<string, ShownAd>> {
  if (rows.length === 0) return new Map();
  const hashes = rows.map(({ hash }) => hash);
  return new Map((await readShownAds(clickhouse, id, hashes)).map((ad) => [ad.hash, ad]));
}

function describeCreative(
  {
    family,
    hash,
    total: _total,
    allAds: _allAds,
    publishedStarts: _starts,
    libraryAds: _libraries,
    ...counts
  }: CreativeRow,
  // An ad may be removed between the two statements.
  ad: ShownAd = { hash, headline: null, body: null, thumbnailUrl: null },
): OutputOf<ListCreatives>['creatives'][number] {
  return { familyId: family === 0 ? null : formatFamilyId(family), ...counts, ad };
}
