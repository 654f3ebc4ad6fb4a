import type { OpenAd } from '@magpie/contract';
import { adOf } from '../importing/records.ts';
import { isObject } from '../mapping/fields.ts';
import type { Document } from '../reading/document.ts';
import { addressesOf } from '../table/tableCells.ts';
import type { MappedColumn } from '../table/tableColumns.ts';
import { tableSource, type TableOfAds } from '../table/table.ts';
import { libraryAdAt, type LibraryAd } from './libraryAd.ts';
import { keptReader, swipeColumnsIn, type Kept, type SwipeColumn } from './swipeColumns.ts';

/** An ad that somebody kept elsewhere: what it says, or where it can be looked at, and what the tool tells besides. */
export type SwipedAd = Kept & ({ readonly ad: OpenAd } | { readonly libraryAd: LibraryAd });

/** A record of a file: the ad that it keeps, or in one sentence why it keeps none. */
export type SwipedRow = { readonly swiped: SwipedAd } | { readonly problem: string };

/** How to read the export of a tool that keeps ads. */
export interface SwipeTable {
  readonly mapped: readonly (MappedColumn | SwipeColumn)[];
  readonly leftOut: readonly string[];
  read(document: Document): SwipedRow;
}

/** `null` when these are no records of ads; a list of addresses in a library is one when it says where they are kept. */
export function swipeTable(sample: readonly unknown[]): SwipeTable | null {
  const records = sample.filter(isObject);
  // Of a plain list the first line would be the name of a column.
  if (records.length === 0 || records.some((each) => Object.keys(each).some(isAddress))) return null;
  const columns = swipeColumnsIn(records);
  const ours = new Set(columns.map(({ column }) => column));
  const table = tableSource(records.map((record) => without(ours, record)));
  const areListed = columns.length > 0 && 2 * records.filter(hasLibraryAd).length >= records.length;
  if (table === null && !areListed) return null;
  const keptOf = keptReader(columns, records);
  return {
    mapped: [...(table?.mapped ?? []), ...columns],
    leftOut: table?.leftOut ?? [],
    read: (document) =>
      'problem' in document ? { problem: document.problem } : rowOf(document, table, ours, keptOf),
  };
}

function isAddress(name: string): boolean {
  return name.includes('://');
}

function hasLibraryAd(record: Readonly<Record<string, unknown>>): boolean {
  return libraryAdIn(record) !== null;
}

function libraryAdIn(record: Readonly<Record<string, unknown>>): LibraryAd | null {
  for (const address of Object.values(record).flatMap(addressesOf)) {
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
  ours: ReadonlySet<string>,
  keptOf: (record: Readonly<Record<string, unknown>>) => Kept,
): SwipedRow {
  if (!isObject(value)) return { problem: 'It is no record with named fields.' };
  const kept = keptOf(value);
  const libraryAd = libraryAdIn(without(ours, value));
  const checked =
    table === null
      ? { reason: 'It has no address of an ad in a library.' }
      : adOf({ position, raw: value }, table.source);
  if ('ad' in checked) return { swiped: { ...kept, ad: recognised(checked.ad, libraryAd, kept) } };
  // Whoever only kept the address has an ad as well.
  return libraryAd === null ? { problem: checked.reason } : { swiped: { ...kept, libraryAd } };
}

/** By its number in the library, since tools have numbers of their own; it was seen when it was saved, if not later. */
function recognised(ad: OpenAd, libraryAd: LibraryAd | null, { savedAt }: Kept): OpenAd {
  const seen = { ...ad, capturedAt: ad.capturedAt ?? (ad.lastSeenAt === null ? savedAt : null) };
  if (libraryAd === null) return { ...seen, externalId: isOfLibrary(ad.externalId) ? ad.externalId : null };
  const { key, externalId, sourceUrl, platform } = libraryAd;
  const platforms = seen.platforms.length > 0 || platform === null ? seen.platforms : [platform];
  return { ...seen, key, externalId, sourceUrl, platforms };
}

/** The numbers that libraries give are long. A row's own number would make one ad of the first rows of any two files. */
function isOfLibrary(id: string | null): boolean {
  return id !== null && /^(?:\d{8,25}|CR\d{8,25})$/.test(id);
}
