/**
 * Null for an invalid URL. Does not use `URL.canParse`: in Node 20 it rejects hosts such as `köln.de` once it is
 * optimized after some thousand calls.
 */
export function parseUrl(url: string, base?: URL): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}
