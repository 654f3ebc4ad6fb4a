/**
 * Why nothing was fetched: the address may not be fetched, too many redirects (or one that may not be followed),
 * too many bytes, an answer that cannot be unpacked, too long a time, or no usable answer.
 */
type RefusalReason = 'address' | 'redirects' | 'size' | 'encoding' | 'time' | 'unreachable';

/** A fetch that came to nothing, in one sentence. It names hosts and never a whole address, whose query may hold a key. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
