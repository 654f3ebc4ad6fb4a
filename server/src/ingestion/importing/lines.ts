/** A line of a stream by its bytes, or null for one that was too long to be kept. */
type Line = Uint8Array | null;

const lineFeed = 0x0a;

/**
 * Cuts a stream into its lines, without the line breaks. One that is longer than `longest` bytes is read over, so
 * that little more than that is ever held. What follows the last line break is a line too.
 */
export class LineSplitter {
  readonly #longest: number;
  /** The beginning of a line whose end has not come: one buffer, since a sender may send byte by byte. */
  #begun = Buffer.alloc(0);
  #length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** A line is valid until the next one is asked for. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield this.#finish(chunk.subarray(start, end));
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
  }

  *end(): Generator<Line> {
    if (this.#length > 0) yield this.#finish(new Uint8Array());
  }

  #finish(rest: Uint8Array): Line {
    // Nearly every line lies in one chunk and is not copied.
    if (this.#length === 0) return rest.length > this.#longest ? null : rest;
    this.#hold(rest);
    const length = this.#length;
    this.#length = 0;
    return length > this.#longest ? null : this.#begun.subarray(0, length);
  }

  #hold(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed <= this.#longest) {
      if (needed > this.#begun.length) this.#grow(needed);
      this.#begun.set(piece, this.#length);
    }
    this.#length = needed;
  }

  #grow(needed: number): void {
    const larger = Buffer.alloc(Math.max(needed, 2 * this.#begun.length));
    this.#begun.copy(larger);
    this.#begun = larger;
  }
}
