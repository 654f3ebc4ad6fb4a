import { logoTooLargeMessage, maxLogoBytes } from '@magpie/contract';
import { MagpieError } from '@magpie/contract/errors';
import { openImage } from './checkImage.ts';
import { reencode } from './reencode.ts';

/** Logos are shown 32 pixels high, and words are wide. */
const box = { width: 192, height: 96, fit: 'inside', withoutEnlargement: true } as const;

/** Encodes an uploaded logo as a small WebP image; null removes it. Drops metadata (location, author). */
export async function encodeLogo(file: string | null): Promise<Buffer | null> {
  if (file === null) return null;
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > maxLogoBytes) throw new MagpieError('PAYLOAD_TOO_LARGE', logoTooLargeMessage);
  const quality = { quality: 85, alphaQuality: 80, smartSubsample: true } as const;
  return reencode(bytes, () => openImage(bytes).autoOrient().resize(box).webp(quality).toBuffer());
}
