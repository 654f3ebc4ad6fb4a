/**
 * Forbidden URL, too many or forbidden redirects, response too large, unsupported or broken content encoding,
 * timeout, or no valid response.
 */
type FetchErrorReason = 'address' | 'redirects' | 'size' | 'encoding' | 'time' | 'unreachable';

/** The message is one sentence that names the host and never the whole URL, whose query may contain a key. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly reason: FetchErrorReason;

  constructor(reason: FetchErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
