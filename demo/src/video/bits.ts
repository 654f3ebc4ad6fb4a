/** Writes bits, and the variable-length numbers of H.264 (Exp-Golomb codes). */
export class BitWriter {
  readonly #bytes: number[] = [];
  #current = 0;
  #used = 0;

  bits(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.#current = (this.#current << 1) | ((value >>> bit) & 1);
      this.#used += 1;
      if (this.#used < 8) continue;
      this.#bytes.push(this.#current);
      this.#current = 0;
      this.#used = 0;
    }
    return this;
  }

  /** Numbers from 0; small ones are short. */
  unsigned(...values: readonly number[]): this {
    for (const value of values) {
      const length = 32 - Math.clz32(value + 1);
      this.bits(0, length - 1).bits(value + 1, length);
    }
    return this;
  }

  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  align(): this {
    while (this.#used > 0) this.bits(0, 1);
    return this;
  }

  /** Only at the start of a byte. */
  append(bytes: Iterable<number>): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  /** Ends with a one and zeros, as units of H.264 do. */
  end(): Uint8Array {
    return Uint8Array.from(this.bits(1, 1).align().#bytes);
  }
}
