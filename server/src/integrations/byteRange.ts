/** A part of a file; both ends are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A single range is followed; anything else is ignored, as HTTP allows. */
const singleRange = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/** The part that a `Range` header requests: null for the whole file, `outside` if the file has no such part. */
export function parseByteRange(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
  const [matched, from, to = '', last] = singleRange.exec(header ?? '') ?? [];
  if (matched === undefined) return null;
  const start = from === undefined ? Math.max(0, bytes - Number(last)) : Number(from);
  const end = from === undefined || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < start) return null;
  return start > end ? 'outside' : { start, end };
}

export function contentRange({ start, end }: ByteRange, bytes: number): string {
  return `bytes ${start}-${end}/${bytes}`;
}
