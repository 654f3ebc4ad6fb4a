import { ByteWindow } from './byteWindow.ts';
import { toUtf8 } from './charset.ts';
import { decompress, type Decompression } from './compressed.ts';
import { delimited } from './delimited.ts';
import {
  beginning,
  type Batches,
  type Document,
  type ReadingLimits,
  unreadable,
  usualLimits,
} from './document.ts';
import { detectKind, notText, type DocumentKind } from './documentKind.ts';
import { jsonLines } from './jsonLines.ts';
import { jsonValues } from './jsonValues.ts';

export type { Document } from './document.ts';

/** The format is detected from this many bytes. */
const headLength = 1024 * 1024;

/**
 * All documents of a file, in order: gzip or not, in any common encoding, as JSON Lines, JSON in any layout, or a table.
 * Streams, so the file size is unlimited; unreadable parts are reported and skipped. If the bytes end early, throws after
 * the last complete document. `consumed` is called with the number of input bytes that were decompressed.
 */
export async function* readDocuments(
  input: AsyncIterable<Uint8Array>,
  limits: ReadingLimits = usualLimits,
  consumed?: (bytes: number) => void,
): AsyncGenerator<Document> {
  const decompression: Decompression = { broken: null };
  const bytes = new ByteWindow(decompress(input, decompression, consumed));
  try {
    const { batches, isTable } = await recognised(bytes, limits);
    let last: Document | null = null;
    for await (const batch of batches) {
      for (const document of batch) {
        if (last !== null) yield last;
        last = document;
      }
    }
    // If the bytes ended early, the last document is truncated; a table row may be, which cannot be detected.
    const isCutOff = decompression.broken !== null && last !== null && ('problem' in last || isTable);
    if (last !== null && !isCutOff) yield last;
    if (decompression.broken !== null) throw decompression.broken;
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
  const text = new ByteWindow(toUtf8(bytes.rest()));
  await text.fill(headLength);
  const kind = detectKind(text.unused.subarray(0, headLength));
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
