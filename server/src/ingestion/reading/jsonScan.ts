import { parseExactly } from '@magpie/sources/mapping/exactJson';
import type { ByteWindow } from './byteWindow.ts';
import { type Document, unreadable } from './document.ts';

export const byte = {
  newline: 0x0a,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Far above any real file; prevents stack overflow in recursive code. */
const maxNestingDepth = 1000;

/** The closing bracket is the opening one plus two. */
const closesBy = 2;

/** Finds the end of a JSON value without parsing; invalid JSON is cut where its end is most likely. */
export class ValueScan {
  /** The open brackets, outermost first, up to the maximum depth. */
  readonly #open: number[] = [];
  #depth = 0;
  #inText = false;
  #escaped = false;
  #begun = false;
  tooDeep = false;

  /** The index after the value's last byte, or -1 if the value continues after these bytes. */
  advance(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length) {
      if (this.#inText) {
        at = this.#throughText(bytes, at);
        if (!this.#inText && this.#depth === 0) return at;
      } else {
        const end = this.#step(bytes[at] ?? 0, at);
        if (end !== -1) return end;
        at += 1;
      }
    }
    return -1;
  }

  /** The end of the text; a line break ends it too, so that a missing quotation mark does not consume the file. */
  #throughText(bytes: Uint8Array, from: number): number {
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at += 1;
    }
    for (; at < bytes.length; at += 1) {
      const next = bytes[at];
      if (next === byte.backslash) {
        this.#escaped = at + 1 === bytes.length;
        at += 1;
      } else if (next === byte.quote || next === byte.newline) {
        this.#inText = false;
        return at + 1;
      }
    }
    return Math.min(at, bytes.length);
  }

  /** The end of the value if this byte outside of a text determines it, else -1. */
  #step(next: number, at: number): number {
    const first = !this.#begun;
    this.#begun = true;
    if (next === byte.quote && (this.#depth > 0 || first)) this.#inText = true;
    else if (next === byte.openList || next === byte.openObject) {
      if (this.#depth === 0 && !first) return at;
      this.#push(next);
    } else if (next === byte.closeList || next === byte.closeObject) {
      if (this.#depth === 0) return first ? at + 1 : at;
      return this.#close(next - closesBy, at);
    } else if (this.#depth === 0 && !first && endsWord(next)) return at;
    return -1;
  }

  #push(bracket: number): void {
    if (this.#depth < maxNestingDepth) this.#open.push(bracket);
    else this.tooDeep = true;
    this.#depth += 1;
  }

  /** A bracket that closes an outer one closes all inner ones; an unmatched one ends the value before it. */
  #close(opened: number, at: number): number {
    if (this.#depth > maxNestingDepth) {
      this.#depth -= 1;
      return -1;
    }
    const match = this.#open.lastIndexOf(opened);
    if (match === -1) return at;
    this.#open.length = match;
    this.#depth = match;
    return match === 0 ? at + 1 : -1;
  }
}

function endsWord(next: number): boolean {
  return next <= 0x20 || next === byte.comma || next === byte.colon || next === byte.quote;
}

/** Skips white space, commas and byte order marks. The indentation of the next value; -1 if there is none. */
export function dropSeparators(window: ByteWindow): number {
  const { bytes, start } = window;
  let indentation = 0;
  let at = start;
  for (; at < bytes.length && separates(bytes[at] ?? 0); at += 1) {
    indentation = bytes[at] === byte.newline ? 0 : indentation + 1;
  }
  window.drop(at - start);
  return at < bytes.length ? indentation : -1;
}

/** The same, reading more if needed. */
export async function skipSeparators(window: ByteWindow): Promise<number> {
  do {
    const indentation = dropSeparators(window);
    if (indentation !== -1) return indentation;
  } while (await window.more());
  return -1;
}

function separates(next: number): boolean {
  return next <= 0x20 || next === byte.comma || next === 0xef || next === 0xbb || next === 0xbf;
}

/** The length of the value at the current position; `null` if its end is not buffered yet. */
export function measureRead({ bytes, start }: ByteWindow): Measured | null {
  const scan = new ValueScan();
  const end = scan.advance(bytes, start);
  return end === -1 ? null : { length: end - start, tooDeep: scan.tooDeep, complete: true };
}

/** The same, reading more if needed; `null` if it is longer than `maxLength`. */
export async function measure(window: ByteWindow, maxLength: number): Promise<Measured | null> {
  const scan = new ValueScan();
  let scanned = 0;
  for (;;) {
    const end = scan.advance(window.bytes, window.start + scanned);
    const length = end === -1 ? window.length : end - window.start;
    if (length > maxLength) return null;
    if (end !== -1) return { length, tooDeep: scan.tooDeep, complete: true };
    scanned = length;
    if (!(await window.more())) return { length, tooDeep: scan.tooDeep, complete: isWord(window) };
  }
}

/** Only a number or a word such as `null` may end with the file. */
function isWord({ first }: ByteWindow): boolean {
  return first !== byte.quote && first !== byte.openList && first !== byte.openObject;
}

export interface Measured {
  readonly length: number;
  readonly tooDeep: boolean;
  readonly complete: boolean;
}

export async function skipValue(window: ByteWindow): Promise<void> {
  const scan = new ValueScan();
  do {
    const end = scan.advance(window.bytes, window.start);
    if (end !== -1) return window.drop(end - window.start);
    window.drop(window.length);
  } while (await window.more());
}

export const tooDeep = `It is nested more than ${maxNestingDepth.toLocaleString('en')} levels deep.`;
export const notJson = 'It is not valid JSON.';

/** The value, or `null` if the text is not JSON. */
export function parseJsonText(text: string): { readonly value: unknown } | null {
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

export function parseDocument(bytes: Buffer, position: string, deep: boolean): Document {
  if (deep) return unreadable(position, tooDeep, bytes);
  const parsed = parseJsonText(bytes.toString());
  return parsed === null ? unreadable(position, notJson, bytes) : { position, value: parsed.value };
}
