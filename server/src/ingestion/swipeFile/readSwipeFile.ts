import { type Platform, platformTable } from '@magpie/contract/platforms';
import { readUrl, isObject } from '@magpie/sources/mapping/fields';
import type { OpenAd } from '@magpie/contract';
import { tableSource, type TableOfAds } from '@magpie/sources/table/table';
import { splitUrls } from '@magpie/sources/table/tableCells';
import type { MappedColumn } from '@magpie/sources/table/tableColumns';
import { fieldNamed } from '@magpie/sources/table/tableNames';
import { LineSplitter } from '../importing/lines.ts';
import { InputDocuments, mapRecord } from '../importing/records.ts';
import { toUtf8 } from '../reading/charset.ts';
import { decompressFile, type Decompression } from '../reading/compressed.ts';
import { beginning, type Document, InputUnreadable } from '../reading/document.ts';
import { listDocuments } from '../reading/documents.ts';
import type { Input } from '../reading/files.ts';
import { createDetailsReader, swipeColumnsIn, type SwipeDetails, type SwipeColumn } from './swipeColumns.ts';

interface LibraryAd {
  /** The same as from an importer: `meta:1234`. */
  readonly key: string;
  readonly externalId: string;
  /** The same as from an importer where the id is enough to build it. */
  readonly sourceUrl: string;
  /** Null for Google, whose ads run on YouTube, in search and elsewhere. */
  readonly platform: Platform | null;
}

export function libraryAdAt(address: string): LibraryAd | null {
  const clean = readUrl(address, 2048);
  if (clean === null) return null;
  const { protocol, host, pathname, search } = new URL(clean);
  const found = platformTable.findLibraryAd(`${protocol}//${host}${pathname}${search}`);
  return found && { ...found, sourceUrl: found.sourceUrl ?? `https://${host}${pathname}` };
}

/** With or without a scheme; ends at white space, commas, semicolons, brackets and quotation marks. */
const written = new RegExp(
  String.raw`(?:https?:\/\/|(?<![\w.@/-])(?=(?:[\w-]+\.)*${platformTable.libraryDomains}\/))[^\s"'<>,;|()[\]{}\\\x60]+`,
  'gi',
);
const maxInText = 1000;

/** Every address in a text; library addresses also without https. */
function findUrls(text: string): string[] {
  return [...text.matchAll(written)]
    .slice(0, maxInText)
    .map(([address]) => (/^https?:/i.test(address) ? address : `https://${address}`));
}

export type SwipedEntry = SwipedRow & { readonly position: string };

export interface SwipeFile {
  /** `null` for an address list. */
  readonly table: Pick<SwipeTable, 'mapped' | 'leftOut'> | null;
  entries(): AsyncGenerator<SwipedEntry>;
  close(): Promise<void>;
}

/** Opens an export or a list of ad library URLs; reads the input twice. Throws InputUnreadable. */
export async function openSwipeFile(input: Pick<Input, 'open'>): Promise<SwipeFile> {
  const documents = new InputDocuments(input.open(), () => undefined);
  const sample = await documents.sample();
  const [first] = sample;
  if (first !== undefined && 'problem' in first && first.position === beginning) {
    await documents.close();
    throw new InputUnreadable(first.problem);
  }
  const table = swipeTable(sample.flatMap((document) => ('value' in document ? [document.value] : [])));
  if (table === null) {
    await documents.close();
    return { table, entries: () => listedEntries(input), close: () => Promise.resolve() };
  }
  return {
    table,
    async *entries() {
      for await (const segment of documents.all()) {
        for (const document of listDocuments(segment)) {
          yield { position: document.position, ...table.read(document) };
        }
      }
    },
    close: () => documents.close(),
  };
}

/** Longer than any line with an address. */
const maxLineBytes = 64 * 1024;
const noDetails = { boards: [], note: null, savedAt: null };

async function* listedEntries(input: Pick<Input, 'open'>): AsyncGenerator<SwipedEntry> {
  let number = 0;
  let isFirst = true;
  for await (const line of readLines(input)) {
    number += 1;
    const position = `line ${number}`;
    const listed = line === null ? { problem: 'It is too long to be an address.' } : adsInLine(line, isFirst);
    isFirst &&= line !== null && line.trim() === '';
    if ('problem' in listed) yield { position, problem: listed.problem };
    else for (const libraryAd of listed.ads) yield { position, swiped: { ...noDetails, libraryAd } };
  }
}

/** Lines without their breaks; `null` for one that is too long. */
async function* readLines(input: Pick<Input, 'open'>): AsyncGenerator<string | null> {
  const decompression: Decompression = { broken: null };
  const splitter = new LineSplitter(maxLineBytes);
  for await (const chunk of toUtf8(decompressFile(input.open(), decompression))) {
    for (const line of splitter.push(chunk)) yield decodeLine(line);
  }
  for (const line of splitter.end()) yield decodeLine(line);
  if (decompression.broken !== null) throw decompression.broken;
}

function decodeLine(line: Uint8Array | null): string | null {
  return line === null ? null : Buffer.from(line).toString();
}

const noAddress = 'It contains no address of an ad';
const example = 'https://www.facebook.com/ads/library/?id=1234567890';

/** @param isFirst whether this is the first non-empty line, which may be a header */
function adsInLine(line: string, isFirst: boolean) {
  const text = line.replace(/^\uFEFF/, '').trim();
  if (text === '' || text.startsWith('#')) return { ads: [] };
  const addresses = findUrls(text);
  if (addresses.length === 0 && isFirst && namesColumns(text)) return { ads: [] };
  const ads = addresses.map(libraryAdAt).filter((ad) => ad !== null);
  if (ads.length > 0) return { ads };
  return {
    problem:
      addresses.length === 0
        ? `${noAddress}; give one such as ${example}.`
        : `${noAddress} in an ad library; open the ad there and copy its address, such as ${example}.`,
  };
}

function namesColumns(text: string): boolean {
  return text
    .split(/[,;|\t]/)
    .some((cell) => fieldNamed(cell) !== undefined || /^\W*(?:url|link|address)s?\W*$/i.test(cell));
}

/** An ad saved in another tool: its content or library address, with the details of the tool. */
export type SwipedAd = SwipeDetails & ({ readonly ad: OpenAd } | { readonly libraryAd: LibraryAd });

type SwipedRow = { readonly swiped: SwipedAd } | { readonly problem: string };

interface SwipeTable {
  readonly mapped: readonly (MappedColumn | SwipeColumn)[];
  readonly leftOut: readonly string[];
  read(document: Document): SwipedRow;
}

/** `null` if the records are not ads; library addresses count as ads if there are board columns. */
function swipeTable(sample: readonly unknown[]): SwipeTable | null {
  const records = sample.filter(isObject);
  // A plain address list: its first line was taken for the header.
  const isUrlList = records.some((each) => Object.keys(each).some((name) => name.includes('://')));
  if (records.length === 0 || isUrlList) return null;
  const columns = swipeColumnsIn(records);
  const extraColumns = new Set(columns.map(({ column }) => column));
  const table = tableSource(records.map((record) => without(extraColumns, record)));
  const listed = records.filter((record) => libraryAdIn(record) !== null);
  const areListed = columns.length > 0 && 2 * listed.length >= records.length;
  if (table === null && !areListed) return null;
  const detailsOf = createDetailsReader(columns, records);
  return {
    mapped: [...(table?.mapped ?? []), ...columns],
    leftOut: table?.leftOut ?? [],
    read: (document) =>
      'problem' in document ? { problem: document.problem } : toRow(document, table, extraColumns, detailsOf),
  };
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

function toRow(
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
