import { type Document, unreadable } from './document.ts';
import { parseExactly } from '@magpie/sources/mapping/exactJson';
import { maxNestingDepth, ValueScan } from './jsonScan.ts';

export const tooDeep = `It is nested more than ${maxNestingDepth.toLocaleString('en')} levels deep.`;
export const notJson = 'It is not valid JSON.';

/** The value, or `null` if the text is not JSON. */
export function parseText(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return { value: longDigits.test(text) && longNumber.test(text) ? parseExactly(text) : value };
  } catch {
    return null;
  }
}

/** The first pattern is several times faster, and most texts have no such run of digits. */
const longDigits = /\d{16}/;
const longNumber = /(?:":|" :|[,[])\s{0,99}-?\d{16}/;

/** Whether the value is nested too deep. Counting brackets is a cheap first check. */
export function isTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length < 2 * maxNestingDepth || bracketsIn(bytes) <= maxNestingDepth) return false;
  const scan = new ValueScan();
  scan.advance(bytes, 0);
  return scan.tooDeep;
}

function bracketsIn(bytes: Uint8Array): number {
  let brackets = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    // Only [ and { equal 0x5b with bit 0x20 cleared.
    if (((bytes[at] ?? 0) & 0xdf) === 0x5b) brackets += 1;
  }
  return brackets;
}

/** Parses the bytes of one document. */
export function parseDocument(bytes: Buffer, position: string, deep: boolean): Document {
  if (deep) return unreadable(position, tooDeep, bytes);
  const parsed = parseText(bytes.toString());
  return parsed === null ? unreadable(position, notJson, bytes) : { position, value: parsed.value };
}
