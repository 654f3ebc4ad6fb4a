/** The bytes of a line, or null if it was too long. */
type Line = Uint8Array | null;

const lineFeed = 0x0a;

/** Splits a stream into lines without line breaks. Longer lines are skipped, which bounds the memory. */
export class LineSplitter {
  readonly #maxLength: number;
  /** The start of an incomplete line: one buffer, since a sender may send byte by byte. */
  #partial = Buffer.alloc(0);
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** A line is valid until the next one is requested. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield this.#finish(chunk.subarray(start, end));
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  *end(): Generator<Line> {
    if (this.#length > 0) yield this.#finish(new Uint8Array());
  }

  #finish(rest: Uint8Array): Line {
    // Most lines are within one chunk and need no copy.
    if (this.#length === 0) return rest.length > this.#maxLength ? null : rest;
    this.#append(rest);
    const length = this.#length;
    this.#length = 0;
    return length > this.#maxLength ? null : this.#partial.subarray(0, length);
  }

  #append(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed <= this.#maxLength) {
      if (needed > this.#partial.length) this.#grow(needed);
      this.#partial.set(piece, this.#length);
    }
    this.#length = needed;
  }

  #grow(needed: number): void {
    const larger = Buffer.alloc(Math.max(needed, 2 * this.#partial.length));
    this.#partial.copy(larger);
    this.#partial = larger;
  }
}
