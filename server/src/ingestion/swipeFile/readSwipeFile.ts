import { InputDocuments } from '../importing/inputDocuments.ts';
import { LineSplitter } from '../importing/lines.ts';
import { inUtf8 } from '../reading/charset.ts';
import { unpacked, type Unpacking } from '../reading/compressed.ts';
import { beginning, InputUnreadable } from '../reading/document.ts';
import type { Input } from '../reading/files.ts';
import { adsInLine } from './addressList.ts';
import { swipeTable, type SwipeTable, type SwipedRow } from './swipeTable.ts';

/** A place of a file and what it keeps. */
export type SwipedPlace = SwipedRow & { readonly position: string };

/** What a file was found to be. */
export interface SwipeFile {
  /** `null`: a list of addresses, line by line. */
  readonly table: Pick<SwipeTable, 'mapped' | 'leftOut'> | null;
  /** Everything in it, in its order. */
  places(): AsyncGenerator<SwipedPlace>;
  close(): Promise<void>;
}

/**
 * Ads that were kept elsewhere: the export of a tool, or a list of addresses in libraries of ads. The input is opened
 * twice. Throws InputUnreadable where there is nothing to be read.
 */
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
    return { table, places: () => listedPlaces(input), close: () => Promise.resolve() };
  }
  return { table, places: () => rows(documents, table), close: () => documents.close() };
}

async function* rows(documents: InputDocuments, table: SwipeTable): AsyncGenerator<SwipedPlace> {
  for await (const document of documents.all()) {
    yield { position: document.position, ...table.read(document) };
  }
}

/** No line with an address is as long. */
const longestLine = 64 * 1024;
const nothingBesides = { boards: [], note: null, savedAt: null };

async function* listedPlaces(input: Pick<Input, 'open'>): AsyncGenerator<SwipedPlace> {
  let number = 0;
  let isFirst = true;
  for await (const line of linesOf(input)) {
    number += 1;
    const position = `line ${number}`;
    const listed = line === null ? { problem: 'It is too long to be an address.' } : adsInLine(line, isFirst);
    isFirst &&= line !== null && line.trim() === '';
    if ('problem' in listed) yield { position, problem: listed.problem };
    else for (const libraryAd of listed.ads) yield { position, swiped: { ...nothingBesides, libraryAd } };
  }
}

/** Lines without their breaks; `null` for one that is too long. */
async function* linesOf(input: Pick<Input, 'open'>): AsyncGenerator<string | null> {
  const unpacking: Unpacking = { broken: null };
  const splitter = new LineSplitter(longestLine);
  for await (const chunk of inUtf8(unpacked(input.open(), unpacking))) {
    for (const line of splitter.push(chunk)) yield textOf(line);
  }
  for (const line of splitter.end()) yield textOf(line);
  if (unpacking.broken !== null) throw unpacking.broken;
}

function textOf(line: Uint8Array | null): string | null {
  return line === null ? null : Buffer.from(line).toString();
}
