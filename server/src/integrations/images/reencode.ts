import { MagpieError, type ErrorCode } from '@magpie/contract/errors';
import { checkImage, decodeInTurn, InvalidImage } from './checkImage.ts';
import type { ImageType } from './imageTypes.ts';

/**
 * Checks an untrusted picture, then encodes it again.
 *
 * @param refusal error code for files that are no picture
 */
export async function reencode<Encoded>(
  bytes: Buffer,
  encode: (type: ImageType) => Promise<Encoded>,
  refusal: ErrorCode = 'BAD_REQUEST',
): Promise<Encoded> {
  try {
    if (isSvg(bytes))
      throw new InvalidImage('SVG files may contain scripts; export it as PNG and upload that.');
    const { type } = await checkImage(bytes);
    return await decodeInTurn(() => encode(type));
  } catch (error) {
    if (error instanceof InvalidImage) throw new MagpieError(refusal, error.message);
    throw error;
  }
}

/** Only for a better error message: other file types are rejected anyway. */
function isSvg(bytes: Buffer): boolean {
  const start = bytes.toString('utf8', 0, 4096);
  return /^\s*<[?!s]/i.test(start) && /<svg[\s>]/i.test(start);
}
