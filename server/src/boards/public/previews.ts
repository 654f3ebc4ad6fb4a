import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ImageRenderer } from '../../integrations/drawing/drawing.ts';
import { previewPicture, type Preview } from './preview.ts';

/** Reads a stored picture by digest; null if it was deleted. */
type ReadPicture = (sha256: string) => Promise<Buffer | null>;

/** A preview image. `version` is a digest of its content, for HTTP caching. */
export interface DrawnPreview {
  readonly version: string;
  readonly png: () => Promise<Buffer>;
}

/** Previews have 20 to 300 kilobytes each. */
const maxCachedBytes = 32 * 1024 * 1024;

/** Draws previews of boards and caches them by content. */
export function createPreviews(
  drawing: ImageRenderer,
  read: ReadPicture,
): (preview: Preview) => DrawnPreview {
  const cache = new LRUCache<string, Buffer, Preview>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length,
    // A rendering that is evicted before it ends still answers its requests.
    ignoreFetchAbort: true,
    // Concurrent requests share one rendering.
    fetchMethod: async (_version, _old, { context: preview }) =>
      drawing.render(await previewPicture(preview, await photographsOf(preview, read), drawing)),
  });
  return (preview) => {
    const version = createHash('sha256').update(JSON.stringify(preview)).digest('hex').slice(0, 32);
    return { version, png: () => cache.forceFetch(version, { context: preview }) };
  };
}

async function photographsOf({ tiles }: Preview, read: ReadPicture): Promise<Map<string, Uint8Array>> {
  const photographs = new Map<string, Uint8Array>();
  for (const { sha256 } of tiles) {
    const bytes = sha256 === null ? null : await read(sha256);
    if (sha256 !== null && bytes !== null) photographs.set(sha256, bytes);
  }
  return photographs;
}
