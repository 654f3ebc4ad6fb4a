import { InputDocuments } from '../importing/records.ts';
import { LineSplitter } from '../importing/lines.ts';
import { toUtf8 } from '../reading/charset.ts';
import { decompress, type Decompression } from '../reading/compressed.ts';
import { beginning, InputUnreadable } from '../reading/document.ts';
import type { Input } from '../reading/files.ts';
import { fieldNamed } from '@magpie/sources/table/tableNames';
import { findUrls, libraryAdAt, type LibraryAd } from './libraryAd.ts';
import { swipeTable, type SwipeTable, type SwipedRow } from './swipeTable.ts';

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
  return { table, entries: () => rows(documents, table), close: () => documents.close() };
}

async function* rows(documents: InputDocuments, table: SwipeTable): AsyncGenerator<SwipedEntry> {
  for await (const document of documents.all()) {
    yield { position: document.position, ...table.read(document) };
  }
}

/** Longer than any line with an address. */
const maxLineBytes = 64 * 1024;
const noDetails = { boards: [], note: null, savedAt: null };

async function* listedEntries(input: Pick<Input, 'open'>): AsyncGenerator<SwipedEntry> {
  let number = 0;
  let isFirst = true;
  for await (const line of linesOf(input)) {
    number += 1;
    const position = `line ${number}`;
    const listed = line === null ? { problem: 'It is too long to be an address.' } : adsInLine(line, isFirst);
    isFirst &&= line !== null && line.trim() === '';
    if ('problem' in listed) yield { position, problem: listed.problem };
    else for (const libraryAd of listed.ads) yield { position, swiped: { ...noDetails, libraryAd } };
  }
}

/** Lines without their breaks; `null` for one that is too long. */
async function* linesOf(input: Pick<Input, 'open'>): AsyncGenerator<string | null> {
  const decompression: Decompression = { broken: null };
  const splitter = new LineSplitter(maxLineBytes);
  for await (const chunk of toUtf8(decompress(input.open(), decompression))) {
    for (const line of splitter.push(chunk)) yield textOf(line);
  }
  for (const line of splitter.end()) yield textOf(line);
  if (decompression.broken !== null) throw decompression.broken;
}

function textOf(line: Uint8Array | null): string | null {
  return line === null ? null : Buffer.from(line).toString();
}

type ListedAds = { readonly ads: readonly LibraryAd[] } | { readonly problem: string };

const noAddress = 'It contains no address of an ad';
const example = 'https://www.facebook.com/ads/library/?id=1234567890';

/** @param isFirst whether this is the first non-empty line, which may be a header */
function adsInLine(line: string, isFirst: boolean): ListedAds {
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
