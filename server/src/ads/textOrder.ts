/** Compares UTF-8 bytes, as ClickHouse does. JavaScript compares UTF-16, which sorts characters above U+FFFF differently. */
export function compareUtf8(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
