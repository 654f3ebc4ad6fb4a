/**
 * The address, or null for what is none. Not `URL.canParse`: compiled after some thousand calls, that of Node 20 no
 * longer takes hosts such as `köln.de`.
 */
export function parsedUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
