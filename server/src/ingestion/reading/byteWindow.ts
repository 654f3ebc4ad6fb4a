/** A single piece is not copied: most are consumed before the next one arrives. */
function joined(pieces: readonly Uint8Array[]): Buffer {
  const [only, ...others] = pieces;
  if (only === undefined || others.length > 0) return Buffer.concat(pieces);
  return Buffer.from(only.buffer, only.byteOffset, only.length);
}

/** A buffer over a byte stream: bytes that were read but not consumed. Grows only on request. */
export class ByteWindow {
  readonly #source: AsyncIterator<Uint8Array>;
  #bytes: Buffer;
  #start = 0;

  /** @param bytes already read bytes before the stream */
  constructor(source: AsyncIterable<Uint8Array>, bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.#source = source[Symbol.asyncIterator]();
  }

  /** All buffered bytes; those before `start` are consumed. Indexes are valid until the next `more`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get start(): number {
    return this.#start;
  }

  get unused(): Buffer {
    return this.#start === 0 ? this.#bytes : this.#bytes.subarray(this.#start);
  }

  get length(): number {
    return this.#bytes.length - this.#start;
  }

  get first(): number | undefined {
    return this.#bytes[this.#start];
  }

  /** False at the end. Each call at least doubles the buffer, which bounds how often bytes are copied. */
  async more(): Promise<boolean> {
    const rest = this.unused;
    const pieces: Uint8Array[] = [rest];
    let added = 0;
    while (added === 0 || added < rest.length) {
      const { done, value } = await this.#source.next();
      if (done === true) break;
      pieces.push(value);
      added += value.length;
    }
    if (added === 0) return false;
    this.#bytes = joined(pieces.filter(({ length }) => length > 0));
    this.#start = 0;
    return true;
  }

  async fill(length: number): Promise<void> {
    while (this.length < length && (await this.more()));
  }

  drop(length: number): void {
    this.#start = Math.min(this.#start + length, this.#bytes.length);
  }

  take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.#start, this.#start + length);
    this.drop(length);
    return taken;
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.length > 0) yield this.take(this.length);
    while (await this.more()) yield this.take(this.length);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
