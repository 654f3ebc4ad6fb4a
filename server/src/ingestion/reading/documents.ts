import { isObject } from '@magpie/sources/mapping/fields';
import { ByteWindow } from './byteWindow.ts';
import { toUtf8 } from './charset.ts';
import { decompressFile, type Decompression, type OnConsumed } from './compressed.ts';
import { delimited, detectLayout } from './delimited.ts';
import {
  beginning,
  type Batches,
  type Document,
  type ReadingLimits,
  type Segment,
  unreadable,
  usualLimits,
} from './document.ts';
import { jsonLines, parseLines } from './jsonLines.ts';
import { parseJsonText } from './jsonScan.ts';
import { jsonValues } from './jsonValues.ts';

const headLength = 1024 * 1024;

/**
 * All documents of a file, in order: gzip or not, in any common encoding, as JSON Lines, JSON in any layout, or a table.
 * Streams, so the file size is unlimited; unreadable parts are reported and skipped. If the bytes end early, throws after
 * the last complete document.
 */
export async function* readSegments(
  input: AsyncIterable<Uint8Array>,
  limits: ReadingLimits = usualLimits,
  consumed?: OnConsumed,
): AsyncGenerator<Segment> {
  const decompression: Decompression = { broken: null };
  const bytes = new ByteWindow(decompressFile(input, decompression, consumed));
  try {
    const { batches, isTable = false } = await openReader(bytes, limits);
    let last: readonly Document[] = [];
    for await (const batch of batches) {
      const segment = 'lines' in batch ? batch : [...batch];
      if (!('lines' in segment) && segment.length === 0) continue;
      if (last.length > 0) yield last;
      last = 'lines' in segment ? [] : segment;
      if ('lines' in segment) yield segment;
    }
    // If the bytes ended early, the last document is truncated; a table row may be, which cannot be detected.
    const final = last.at(-1);
    const isCutOff = decompression.broken !== null && final !== undefined && ('problem' in final || isTable);
    if (final !== undefined) yield isCutOff ? last.slice(0, -1) : last;
    if (decompression.broken !== null) throw decompression.broken;
  } finally {
    await bytes.close();
  }
}

export function listDocuments(segment: Segment, limits = usualLimits): Iterable<Document> {
  return 'lines' in segment ? parseLines(segment, limits) : segment;
}

/** The format is detected from the first bytes: file names are unreliable, and standard input has none. */
async function openReader(
  bytes: ByteWindow,
  limits: ReadingLimits,
): Promise<{ batches: Batches; isTable?: true }> {
  await bytes.fill(headLength);
  const binary = notText(bytes.unused.subarray(0, headLength));
  if (binary !== null) return { batches: only(unreadable(beginning, binary, '')) };
  const window = new ByteWindow(toUtf8(bytes.rest()));
  await window.fill(headLength);
  const head = window.unused.subarray(0, headLength);
  const text = head.toString();
  const start = text.length - text.trimStart().length;
  const guard = guards.find((prefix) => text.startsWith(prefix, start)) ?? '';
  const body = text.slice(start + guard.length).trimStart();
  if (body === '') return { batches: only() };
  if (body.startsWith('<')) {
    return { batches: only(unreadable(beginning, `This is HTML or XML; ${save}.`, window.unused)) };
  }
  const [first = ''] = body;
  if (
    !'[{'.includes(first) &&
    !completeLines(body).every((line) => line === '' || parseJsonText(line) !== null)
  )
    return { batches: delimited(window, detectLayout(head), limits), isTable: true };
  window.drop(Buffer.byteLength(text.slice(0, text.length - body.length)));
  const hasLines = first !== '[' && (first !== '{' || isLines(body));
  return { batches: hasLines ? jsonLines(window, limits) : jsonValues(window, limits) };
}

async function* only(...documents: readonly Document[]): Batches {
  yield documents;
}

const save = 'save it as CSV, JSON or JSON Lines';

const signatures: readonly (readonly [signature: string, problem: string])[] = [
  ['PK\u0003\u0004', `This is a zip archive or an Excel workbook; extract it or ${save}.`],
  ['\u00d0\u00cf\u0011\u00e0', `This is an old Excel or Word file; ${save}.`],
  ['%PDF', `This is a PDF; ${save}.`],
  ['PAR1', `This is a Parquet file; ${save}.`],
  ['Obj\u0001', `This is an Avro file; ${save}.`],
  ['SQLite format 3\0', `This is an SQLite database; ${save}.`],
  ['\u0028\u00b5\u002f\u00fd', 'This is compressed with Zstandard; decompress it first, or use gzip.'],
  ['BZh', 'This is compressed with bzip2; decompress it first, or use gzip.'],
  ['\u00fd7zXZ\0', 'This is compressed with xz; decompress it first, or use gzip.'],
  ['7z\u00bc\u00af', 'This is a 7-Zip archive; extract it first, or use gzip.'],
];

/** The error message for binary data; `null` if it may be text. */
function notText(head: Uint8Array): string | null {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  const known = signatures.find(([signature]) => start.startsWith(signature));
  if (known !== undefined) return known[1];
  const isWide = start.startsWith('\u00ff\u00fe') || start.startsWith('\u00fe\u00ff');
  return !isWide && head.includes(0) ? `This is not a text file; ${save}.` : null;
}

/** Prefixes that websites put before JSON to prevent script inclusion. */
const guards = ['for (;;);', 'for(;;);', 'while(1);', ")]}',", ")]}'"];

/** Without the last line, which may be truncated, unless it is the only one. */
function completeLines(text: string): string[] {
  const lines = text.split('\n', 1000).map((line) => line.trim());
  return lines.length === 1 ? lines : lines.slice(0, -1);
}

/** One object per line: the first line is one, or it is broken and at least two others are. */
function isLines(text: string): boolean {
  const [first = '', ...others] = text.split('\n', 100);
  return isWholeObject(first) || others.filter(isWholeObject).length > 1;
}

function isWholeObject(line: string): boolean {
  return line.startsWith('{') && isObject(parseJsonText(line)?.value);
}
