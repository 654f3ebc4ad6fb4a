import { type Layout, layoutOf } from './delimited.ts';
import { isObject } from '@magpie/sources/mapping/fields';
import { parseText } from './jsonParse.ts';

/** The format of a file, detected from its first bytes: file names are unreliable, and standard input has none. */
export type DocumentKind =
  | { readonly kind: 'json lines' | 'json values'; readonly skip: number }
  | { readonly kind: 'table'; readonly layout: Layout }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unreadable'; readonly problem: string };

const save = 'save it as CSV, JSON or JSON Lines';

/** Common binary formats that are not supported. */
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
export function notText(head: Uint8Array): string | null {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  const known = signatures.find(([signature]) => start.startsWith(signature));
  if (known !== undefined) return known[1];
  const isWide = start.startsWith('\u00ff\u00fe') || start.startsWith('\u00fe\u00ff');
  return !isWide && head.includes(0) ? `This is not a text file; ${save}.` : null;
}

/** Prefixes that websites put before JSON to prevent script inclusion. */
const guards = ['for (;;);', 'for(;;);', 'while(1);', ")]}',", ")]}'"];

/** @param head the first megabyte in UTF-8 */
export function detectKind(head: Buffer): DocumentKind {
  const text = head.toString();
  const start = text.length - text.trimStart().length;
  const guard = guards.find((prefix) => text.startsWith(prefix, start)) ?? '';
  const body = text.slice(start + guard.length).trimStart();
  const skip =
    text.startsWith('{') || text.startsWith('[')
      ? 0
      : Buffer.byteLength(text.slice(0, text.length - body.length));
  if (body === '') return { kind: 'nothing' };
  if (body.startsWith('[')) return { kind: 'json values', skip };
  if (body.startsWith('{')) return { kind: isLines(body) ? 'json lines' : 'json values', skip };
  if (body.startsWith('<')) return { kind: 'unreadable', problem: `This is HTML or XML; ${save}.` };
  if (completeLines(body).every((line) => line === '' || parseText(line) !== null))
    return { kind: 'json lines', skip };
  return { kind: 'table', layout: layoutOf(head) };
}

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
  return line.startsWith('{') && isObject(parseText(line)?.value);
}
