import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import type { Ad } from '@magpie/contract';
import type { AdvertiserRow } from '../ads/ads.sql.ts';
import { createBreaks } from '../ads/past/breaks.ts';
import { createMomentCache, type ReadMoment } from '../ads/past/momentCache.ts';
import type { PastAdvertisers, ReadPastAdvertisers } from '../ads/past/pastAdvertisers.ts';
import type { PastDeps } from '../ads/past/pastAds.ts';
import { type PastLimits, readPastAds } from '../ads/past/pastIndex.ts';
import type { PastAdRow, PastColumns } from '../ads/past/pastIndex.sql.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { AdvertiserTotals } from './directory.sql.ts';
import { type AdColumns, buildColumns, listTexts, textAt } from './memory/adColumns.ts';
import { type AdColumnsRow, columnsWithoutTexts } from './memory/adColumns.sql.ts';
import { createNames, type Names } from './nameIndex.ts';
import { createNameTable } from './nameTable.ts';
import { toColumnsRow } from './pastColumns.ts';

/** All advertisers as they were known at a moment, with their ads without texts. */
export interface PastDirectory {
  /** `YYYY-MM-DD` of the moment. */
  readonly today: string;
  readonly advertisers: PastAdvertisers;
  /** All ads. */
  readonly columns: AdColumns;
  /** The advertiser of each ad. */
  readonly owners: Float64Array;
  /** Of advertisers and of their further names, by id. */
  readonly totals: ReadonlyMap<number, PastTotals>;
  readonly readNames: () => Promise<Names>;
  readonly bytes: number;
}

interface PastTotals extends AdvertiserTotals {
  /** By which the id is found, if it is another one than the name. */
  readonly firstName: string;
  readonly domains: ReadonlySet<string>;
}

export interface PastDirectoryParts extends PastDeps, PastLimits {
  readonly readPastAdvertisers: ReadPastAdvertisers;
  /** Of the directories that stay in memory. */
  readonly maxBytes: number;
}

export function createPastDirectory(parts: PastDirectoryParts): ReadMoment<PastDirectory> {
  return createMomentCache({
    maxBytes: parts.maxBytes,
    bytesOf: ({ bytes }) => bytes,
    read: (at, newest) => readDirectory(parts, at, newest),
  });
}

async function readDirectory(parts: PastDirectoryParts, at: string, newest: number): Promise<PastDirectory> {
  const advertisers = await parts.readPastAdvertisers(at, newest);
  const found = new Map<string, DirectoryRow & typeof noTexts>();
  const takeBreak = createBreaks();
  for await (const rows of readPastAds(parts, { at }, directoryColumns, parts)) {
    for (const row of rows) {
      found.set(row.hash, { ...row, ...noTexts });
      await takeBreak();
    }
  }
  const rows = [...found.values()].toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  const columns = buildColumns(rows);
  const owners = Float64Array.from(rows, (row) => advertisers.ownerOf(row.name_id));
  const totals = sumTotals(advertisers, columns, owners);
  return {
    today: at.slice(0, 10),
    advertisers,
    columns,
    owners,
    totals,
    readNames: createNameReader(totals),
    bytes: columns.bytes + owners.byteLength + totals.size * bytesPerName,
  };
}

/** Of a name with its totals, the row of its advertiser and its place in the index of names. */
const bytesPerName = 1500;

/** The directory does not read them, and they take most of the memory. */
const noTexts = {
  landing_page: null,
  thumbnail_url: null,
  targeting: null,
  coverage: null,
  cta_type: null,
  cta_text: null,
  headlines: [],
  card_headlines: [],
  bodies: [],
  card_bodies: [],
  reach_by_gender: {},
  reach_by_age: {},
  reach_by_country: {},
} satisfies Partial<AdColumnsRow>;

type DirectoryRow = Omit<AdColumnsRow, keyof typeof noTexts> & PastAdRow;

const directoryColumns: PastColumns<DirectoryRow> = {
  select: columnsWithoutTexts,
  ofFolded: (ad) => ({ ...toColumnsRow({ ad }), name_id: ad.nameId }),
};

/** As `countTotals`. */
function sumTotals({ rows }: PastAdvertisers, columns: AdColumns, owners: Float64Array) {
  const sums = new Map<number, Sums>();
  for (const [at, owner] of owners.entries()) {
    const own = sums.get(owner) ?? { ads: 0, reach: 0, platforms: new Set(), domains: new Set() };
    sums.set(owner, own);
    const reach = columns.reach[at] ?? Number.NaN;
    own.ads += 1;
    own.reach += Number.isNaN(reach) ? 0 : reach;
    for (const platform of listTexts(columns, columns.platforms, at)) own.platforms.add(platform);
    const domain = textAt(columns, columns.domain[at]);
    if (domain !== null) own.domains.add(domain);
  }
  const totals = new Map<number, PastTotals>();
  for (const row of rows.values()) {
    for (const each of toTotals(row, sums.get(row.advertiser_id))) totals.set(each.advertiser_id, each);
  }
  return totals;
}

interface Sums {
  ads: number;
  reach: number;
  readonly platforms: Set<string>;
  readonly domains: Set<string>;
}

/** Of an advertiser and its further names. A placeholder, which no list contains, has no ads. */
function toTotals(row: AdvertiserRow, sums: Sums | undefined): PastTotals[] {
  const { advertiser_id: id, name, names, external_ids: pages, brand_logo: brandLogo } = row;
  const isListed =
    sums !== undefined && !isPlaceholderName(name, pages.length === 0 ? 'field' : 'page', pages);
  const common = {
    brand_logo: brandLogo,
    ads: isListed ? sums.ads : 0,
    reach: isListed ? Math.min(sums.reach, Number.MAX_SAFE_INTEGER) : 0,
    platforms: [...(sums?.platforms ?? [])].toSorted(compareUtf8) as Ad['platforms'],
    domains: sums?.domains ?? new Set<string>(),
  };
  const firstName = names.find(([nameId]) => nameId === id)?.[1] ?? name;
  const totals: PastTotals[] = [{ ...common, advertiser_id: id, name, firstName, alias_of: 0 }];
  for (const [nameId, other] of names) {
    if (nameId === id) continue;
    totals.push({ ...common, advertiser_id: nameId, name: other, firstName: other, alias_of: id });
  }
  return totals;
}

/** The index of names is built at the first search. */
function createNameReader(totals: ReadonlyMap<number, PastTotals>): () => Promise<Names> {
  let reading: Promise<Names> | undefined;
  const read = async (): Promise<Names> => {
    const table = createNameTable();
    const sorted = [...totals.values()].toSorted((one, other) => one.advertiser_id - other.advertiser_id);
    for (const { firstName, ...row } of sorted) table.upsert({ ...row, name: firstName });
    await table.compact();
    return createNames(table.columns());
  };
  return () => (reading ??= read());
}

/** As `largestAdvertisers`. */
export function largestPastAdvertisers({ totals }: PastDirectory, limit: number): AdvertiserTotals[] {
  return [...totals.values()]
    .filter((each) => each.ads > 0 && each.alias_of === 0)
    .toSorted((one, other) => other.reach - one.reach || one.advertiser_id - other.advertiser_id)
    .slice(0, limit);
}

/** As `domainOwners`. */
export function pastDomainOwners({ totals }: PastDirectory, domains: readonly string[]): Set<number> {
  if (domains.length === 0) return new Set();
  const found = new Set<number>();
  for (const [id, own] of totals) if (domains.some((domain) => own.domains.has(domain))) found.add(id);
  return found;
}
