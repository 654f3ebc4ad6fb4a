import { LRUCache } from 'lru-cache';
import type { Ad } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import type { Logger } from '../../config/log.ts';
import { InvalidImage } from '../../integrations/images/checkImage.ts';
import { FetchError } from '../../integrations/safeFetch/target.ts';
import type { SafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { detectLayout } from './detectLayout.ts';
import type { ReferenceLayout } from './referenceLayout.ts';

interface ReaderParts {
  readonly fetch: SafeFetch;
  /** A stored picture of a saved ad. */
  readonly readKeptFile: (sha256: string) => Promise<Buffer | null>;
  readonly siteUrl: () => string;
  readonly log: Logger;
}

/** Null if the ad has no picture, or if its layout is not recognizable. */
export type ReadReference = (ad: Pick<Ad, 'media' | 'cards'>) => Promise<ReferenceLayout | null>;

/** Several creatives of one ad are usually requested together. */
const maxCached = 200;
const maxBytes = 15 * 1024 * 1024;
/** The request waits for the picture. */
const fetchMilliseconds = 5000;

export function createReferenceReader(parts: ReaderParts): ReadReference {
  const cache = new LRUCache<string, Promise<ReferenceLayout | null>>({ max: maxCached });
  return async (ad) => {
    const url = pictureUrl(ad);
    if (url === null) return null;
    const known = cache.get(url);
    if (known !== undefined) return known;
    const reading = readLayout(parts, url);
    cache.set(url, reading);
    try {
      return await reading;
    } catch (error) {
      cache.delete(url);
      if (!isUnavailable(error)) throw error;
      parts.log.debug({ err: error }, 'picture of the reference ad not read');
      return null;
    }
  };
}

/** The first picture, or that of a video. */
function pictureUrl({ media, cards }: Pick<Ad, 'media' | 'cards'>): string | null {
  const all = [...media, ...cards.flatMap((card) => card.media)];
  const urls = all.map(({ type, url, thumbnailUrl }) => (type === 'image' ? url : thumbnailUrl));
  return urls.find((url) => url !== null) ?? null;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof FetchError || error instanceof InvalidImage || error instanceof MagpieError;
}

async function readLayout(parts: ReaderParts, url: string): Promise<ReferenceLayout | null> {
  return detectLayout((await readKept(parts, url)) ?? (await download(parts.fetch, url)));
}

const keptPath = /^\/media\/([0-9a-f]{64})\.[a-z0-9]+$/;

/** Stored pictures have addresses of this service, which it cannot fetch itself. */
async function readKept({ siteUrl, readKeptFile }: ReaderParts, url: string): Promise<Buffer | null> {
  const site = siteUrl();
  const sha256 = url.startsWith(`${site}/`) ? keptPath.exec(url.slice(site.length))?.[1] : undefined;
  return sha256 === undefined ? null : readKeptFile(sha256);
}

async function download(fetch: SafeFetch, url: string): Promise<Buffer> {
  const { status, bytes } = await fetch(url, { maxBytes, milliseconds: fetchMilliseconds });
  if (status !== 200) throw new InvalidImage(`The host returned status ${status} instead of an image.`);
  return bytes;
}
