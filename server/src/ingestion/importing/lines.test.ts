import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './lines.ts';

const longest = 20;

function linesOf(chunks: readonly Uint8Array[]): (string | null)[] {
  const splitter = new LineSplitter(longest);
  const lines: (string | null)[] = [];
  const keep = (line: Uint8Array | null): number =>
    lines.push(line === null ? null : Buffer.from(line).toString());
  for (const chunk of chunks) for (const line of splitter.push(chunk)) keep(line);
  for (const line of splitter.end()) keep(line);
  return lines;
}

/** The bytes of a text, cut at the given places. */
function cut(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('lines', () => {
  it('come out the same wherever the stream is cut, and those that are too long as null', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'ß', '😀', '\r'), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), (texts, places) => {
        const told = texts.map((text) => (Buffer.byteLength(text) > longest ? null : text));
        // What follows the last line break is no line when it is empty.
        if (told.at(-1) === '') told.pop();
        expect(linesOf(cut(texts.join('\n'), places))).toEqual(told);
      }),
    );
  });
});
