import { createHash } from 'node:crypto';
import type { Drawing } from '../../integrations/drawing/drawing.ts';
import { previewPicture, type Preview } from './preview.ts';

/** The bytes of a picture that is kept, by the digest of its content; null when it is gone. */
type ReadPicture = (sha256: string) => Promise<Buffer | null>;

/** A preview and what it is a preview of, by which a reader tells whether they have it already. */
export interface DrawnPreview {
  readonly version: string;
  readonly png: () => Promise<Buffer>;
}

/** Of this many bytes together the previews asked for last are held; one takes 20 to 300 kilobytes. */
const mostBytes = 32 * 1024 * 1024;

/** Draws previews of boards, each once as long as it shows the same. */
export function createPreviews(drawing: Drawing, read: ReadPicture): (preview: Preview) => DrawnPreview {
  const held = new Map<string, Buffer>();
  const underWay = new Map<string, Promise<Buffer>>();
  let bytes = 0;
  const hold = (version: string, png: Buffer): void => {
    held.set(version, png);
    bytes += png.length;
    for (const [oldest, { length }] of held) {
      if (bytes <= mostBytes) break;
      held.delete(oldest);
      bytes -= length;
    }
  };
  const draw = async (version: string, preview: Preview): Promise<Buffer> => {
    const png = await drawing.draw(
      await previewPicture(preview, await photographsOf(preview, read), drawing),
    );
    hold(version, png);
    return png;
  };
  const pngOf = (version: string, preview: Preview): Promise<Buffer> => {
    const png = held.get(version);
    if (png !== undefined) {
      held.delete(version);
      held.set(version, png);
      return Promise.resolve(png);
    }
    const drawn = underWay.get(version) ?? draw(version, preview).finally(() => underWay.delete(version));
    underWay.set(version, drawn);
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
