import { createHash } from 'node:crypto';
import type { ImageRenderer } from '../../integrations/drawing/drawing.ts';
import { previewPicture, type Preview } from './preview.ts';

/** Reads a stored picture by digest; null if it was deleted. */
type ReadPicture = (sha256: string) => Promise<Buffer | null>;

/** A preview image. `version` is a digest of its content, for HTTP caching. */
export interface DrawnPreview {
  readonly version: string;
  readonly png: () => Promise<Buffer>;
}

/** Size of the LRU cache of previews, which have 20 to 300 kilobytes each. */
const maxCachedBytes = 32 * 1024 * 1024;

/** Draws previews of boards and caches them by content. */
export function createPreviews(
  drawing: ImageRenderer,
  read: ReadPicture,
): (preview: Preview) => DrawnPreview {
  const cached = new Map<string, Buffer>();
  const inProgress = new Map<string, Promise<Buffer>>();
  let bytes = 0;
  const addToCache = (version: string, png: Buffer): void => {
    cached.set(version, png);
    bytes += png.length;
    for (const [oldest, { length }] of cached) {
      if (bytes <= maxCachedBytes) break;
      cached.delete(oldest);
      bytes -= length;
    }
  };
  const draw = async (version: string, preview: Preview): Promise<Buffer> => {
    const png = await drawing.render(
      await previewPicture(preview, await photographsOf(preview, read), drawing),
    );
    addToCache(version, png);
    return png;
  };
  const pngOf = (version: string, preview: Preview): Promise<Buffer> => {
    const png = cached.get(version);
    if (png !== undefined) {
      cached.delete(version);
      cached.set(version, png);
      return Promise.resolve(png);
    }
    const drawn = inProgress.get(version) ?? draw(version, preview).finally(() => inProgress.delete(version));
    inProgress.set(version, drawn);
    return drawn;
  };
  return (preview) => {
    const version = createHash('sha256').update(JSON.stringify(preview)).digest('hex').slice(0, 32);
    return { version, png: () => pngOf(version, preview) };
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
