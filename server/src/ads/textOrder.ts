/** By the bytes of UTF-8, as the engine compares texts. JavaScript puts what is beyond U+FFFF elsewhere. */
export function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
