import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './lines.ts';

const maxLength = 20;

function linesOf(chunks: readonly Uint8Array[]): (string | null)[] {
  const splitter = new LineSplitter(maxLength);
  const lines: (string | null)[] = [];
  const keep = (line: Uint8Array | null): number =>
    lines.push(line === null ? null : Buffer.from(line).toString());
  for (const chunk of chunks) for (const line of splitter.push(chunk)) keep(line);
  for (const line of splitter.end()) keep(line);
  return lines;
}

/** The bytes of a text, split at the given positions. */
function cut(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('lines', () => {
  it('are the same wherever the stream is split, and null when too long', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'ß', '😀', '\r'), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), (texts, places) => {
        const expected = texts.map((text) => (Buffer.byteLength(text) > maxLength ? null : text));
        // An empty rest after the last line break is not a line.
        if (expected.at(-1) === '') expected.pop();
        expect(linesOf(cut(texts.join('\n'), places))).toEqual(expected);
      }),
    );
  });
});
