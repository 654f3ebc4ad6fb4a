const signature = /[?&](?:oh|sig|signature|x-signature|x-amz-signature|x-goog-signature)=/i;

/** Libraries sign the URLs of pictures anew for each response. Without it, URLs of the same file are equal. */
export function withoutSignature(url: string): string {
  return signature.test(url) ? url.slice(0, url.indexOf('?')) : url;
}

/** Media and cards with these URLs in place of those of the files. */
export function mapFileUrls(value: unknown, map: (url: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => mapFileUrls(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' && fileFields.has(name) ? map(each) : mapFileUrls(each, map),
    ]),
  );
}

const fileFields: ReadonlySet<string> = new Set(['url', 'thumbnailUrl']);

export function listFileUrls(value: unknown): string[] {
  const urls: string[] = [];
  mapFileUrls(value, (url) => {
    urls.push(url);
    return url;
  });
  return urls;
}
