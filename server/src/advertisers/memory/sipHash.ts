const mask = 0xffff_ffff_ffff_ffffn;
const rotate = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & mask;

/** `hex(sipHash128(text))` of ClickHouse: SipHash-2-4 with a zero key, and both halves of the state without a further round. */
export function sipHash128(text: string): string {
  const bytes = Buffer.from(text);
  const padded = Buffer.alloc(bytes.length - (bytes.length % 8) + 8);
  bytes.copy(padded);
  padded[padded.length - 1] = bytes.length % 256;
  let [v0, v1, v2, v3] = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n];
  const mix = (rounds: number): void => {
    for (let round = 0; round < rounds; round += 1) {
      v0 = (v0 + v1) & mask;
      v1 = rotate(v1, 13n) ^ v0;
      v0 = rotate(v0, 32n);
      v2 = (v2 + v3) & mask;
      v3 = rotate(v3, 16n) ^ v2;
      v0 = (v0 + v3) & mask;
      v3 = rotate(v3, 21n) ^ v0;
      v2 = (v2 + v1) & mask;
      v1 = rotate(v1, 17n) ^ v2;
      v2 = rotate(v2, 32n);
    }
  };
  for (let at = 0; at < padded.length; at += 8) {
    const word = padded.readBigUInt64LE(at);
    v3 ^= word;
    mix(2);
    v0 ^= word;
  }
  v2 ^= 0xffn;
  mix(4);
  const result = Buffer.alloc(16);
  result.writeBigUInt64LE(v0 ^ v1, 0);
  result.writeBigUInt64LE(v2 ^ v3, 8);
  return result.toString('hex').toUpperCase();
}
