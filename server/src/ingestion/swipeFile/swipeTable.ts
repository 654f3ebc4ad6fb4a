import type { OpenAd } from '@magpie/contract';
import { mapRecord } from '../importing/records.ts';
import { isObject } from '@magpie/sources/mapping/fields';
import type { Document } from '../reading/document.ts';
import { splitUrls } from '@magpie/sources/table/tableCells';
import type { MappedColumn } from '@magpie/sources/table/tableColumns';
import { tableSource, type TableOfAds } from '@magpie/sources/table/table';
import { libraryAdAt, type LibraryAd } from './libraryAd.ts';
import { createDetailsReader, swipeColumnsIn, type SwipeDetails, type SwipeColumn } from './swipeColumns.ts';

/** An ad saved in another tool: its content or library address, with the details of the tool. */
export type SwipedAd = SwipeDetails & ({ readonly ad: OpenAd } | { readonly libraryAd: LibraryAd });

export type SwipedRow = { readonly swiped: SwipedAd } | { readonly problem: string };

export interface SwipeTable {
  readonly mapped: readonly (MappedColumn | SwipeColumn)[];
  readonly leftOut: readonly string[];
  read(document: Document): SwipedRow;
}

/** `null` if the records are not ads; library addresses count as ads if there are board columns. */
export function swipeTable(sample: readonly unknown[]): SwipeTable | null {
  const records = sample.filter(isObject);
  // A plain address list: its first line was taken for the header.
  if (records.length === 0 || records.some((each) => Object.keys(each).some(isUrl))) return null;
  const columns = swipeColumnsIn(records);
  const extraColumns = new Set(columns.map(({ column }) => column));
  const table = tableSource(records.map((record) => without(extraColumns, record)));
  const areListed = columns.length > 0 && 2 * records.filter(hasLibraryAd).length >= records.length;
  if (table === null && !areListed) return null;
  const detailsOf = createDetailsReader(columns, records);
  return {
    mapped: [...(table?.mapped ?? []), ...columns],
    leftOut: table?.leftOut ?? [],
    read: (document) =>
      'problem' in document ? { problem: document.problem } : rowOf(document, table, extraColumns, detailsOf),
  };
}

function isUrl(name: string): boolean {
  return name.includes('://');
}

function hasLibraryAd(record: Readonly<Record<string, unknown>>): boolean {
  return libraryAdIn(record) !== null;
}

function libraryAdIn(record: Readonly<Record<string, unknown>>): LibraryAd | null {
  for (const address of Object.values(record).flatMap(splitUrls)) {
    const ad = libraryAdAt(address);
    if (ad !== null) return ad;
  }
  return null;
}

function without(columns: ReadonlySet<string>, record: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !columns.has(name)));
}

function rowOf(
  { position, value }: Extract<Document, { value: unknown }>,
  table: TableOfAds | null,
  extraColumns: ReadonlySet<string>,
  detailsOf: (record: Readonly<Record<string, unknown>>) => SwipeDetails,
): SwipedRow {
  if (!isObject(value)) return { problem: 'It is not a record with named fields.' };
  const details = detailsOf(value);
  const libraryAd = libraryAdIn(without(extraColumns, value));
  const checked =
    table === null
      ? { reason: 'It has no address of an ad in a library.' }
      : mapRecord({ position, raw: value }, table.source);
  if ('ad' in checked) return { swiped: { ...details, ad: withIdentity(checked.ad, libraryAd, details) } };
  // A library address alone is enough.
  return libraryAd === null ? { problem: checked.reason } : { swiped: { ...details, libraryAd } };
}

/** Uses the library id, since tools have their own ids. Without other dates, the save date counts as seen. */
function withIdentity(ad: OpenAd, libraryAd: LibraryAd | null, { savedAt }: SwipeDetails): OpenAd {
  const seen = { ...ad, capturedAt: ad.capturedAt ?? (ad.lastSeenAt === null ? savedAt : null) };
  if (libraryAd === null) return { ...seen, externalId: isLibraryId(ad.externalId) ? ad.externalId : null };
  const { key, externalId, sourceUrl, platform } = libraryAd;
  const platforms = seen.platforms.length > 0 || platform === null ? seen.platforms : [platform];
  return { ...seen, key, externalId, sourceUrl, platforms };
}

/** Library ids are long. A row number as id would merge the rows of different files. */
function isLibraryId(id: string | null): boolean {
  return id !== null && /^(?:\d{8,25}|CR\d{8,25})$/.test(id);
}
