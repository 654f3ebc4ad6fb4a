import { ByteWindow } from './byteWindow.ts';
import { inUtf8 } from './charset.ts';
import { unpacked, type Unpacking } from './compressed.ts';
import { delimited } from './delimited.ts';
import {
  beginning,
  type Batches,
  type Document,
  type ReadingLimits,
  unreadable,
  usualLimits,
} from './document.ts';
import { kindOf, notText, type DocumentKind } from './documentKind.ts';
import { jsonLines } from './jsonLines.ts';
import { jsonValues } from './jsonValues.ts';

export type { Document } from './document.ts';

/** So much of a file decides what it is. */
const headLength = 1024 * 1024;

/**
 * Everything that a file holds, in its order: gzip or not, in any usual encoding, as JSON Lines, as JSON in any layout or
 * as a table. It streams, so that no file is too large, and what cannot be read is told and passed over. Where the bytes
 * themselves break off it throws, behind the last document that was whole. `consumed` is called with the number of bytes
 * of the input, packed as they are, that were unpacked.
 */
export async function* readDocuments(
  input: AsyncIterable<Uint8Array>,
  limits: ReadingLimits = usualLimits,
  consumed?: (bytes: number) => void,
): AsyncGenerator<Document> {
  const unpacking: Unpacking = { broken: null };
  const bytes = new ByteWindow(unpacked(input, unpacking, consumed));
  try {
    const { batches, isTable } = await recognised(bytes, limits);
    let last: Document | null = null;
    for await (const batch of batches) {
      for (const document of batch) {
        if (last !== null) yield last;
        last = document;
      }
    }
    // Where the bytes break off, the last document was cut off; of a row nobody can tell.
    const isCutOff = unpacking.broken !== null && last !== null && ('problem' in last || isTable);
    if (last !== null && !isCutOff) yield last;
    if (unpacking.broken !== null) throw unpacking.broken;
  } finally {
    await bytes.close();
  }
}

interface Recognised {
  readonly batches: Batches;
  readonly isTable: boolean;
}

async function recognised(bytes: ByteWindow, limits: ReadingLimits): Promise<Recognised> {
  await bytes.fill(headLength);
  const binary = notText(bytes.unused.subarray(0, headLength));
  if (binary !== null) return { batches: only(unreadable(beginning, binary, '')), isTable: false };
  const text = new ByteWindow(inUtf8(bytes.rest()));
  await text.fill(headLength);
  const kind = kindOf(text.unused.subarray(0, headLength));
  return { batches: batchesOf(text, kind, limits), isTable: kind.kind === 'table' };
}

function batchesOf(window: ByteWindow, kind: DocumentKind, limits: ReadingLimits): Batches {
  switch (kind.kind) {
    case 'json lines':
      window.drop(kind.skip);
      return jsonLines(window, limits);
    case 'json values':
      window.drop(kind.skip);
      return jsonValues(window, limits);
    case 'table':
      return delimited(window, kind.layout, limits);
    case 'unreadable':
      return only(unreadable(beginning, kind.problem, window.unused));
    case 'nothing':
    default:
      return only();
  }
}

async function* only(...documents: readonly Document[]): Batches {
  yield documents;
}
