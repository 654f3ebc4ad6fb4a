import { decodeInTurn, openImage } from '../images/checkImage.ts';
import type { GrayPicture } from './recognizer.ts';

/** Larger letters are not read better, but take longer. */
const maxSide = 1100;

/** Decoded here, since only this process decodes one picture at a time. */
export async function toGrayPicture(bytes: Buffer): Promise<GrayPicture> {
  const { data, info } = await decodeInTurn(() =>
    openImage(bytes)
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('b-w')
      .removeAlpha()
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { pixels: data, width: info.width, height: info.height };
}
