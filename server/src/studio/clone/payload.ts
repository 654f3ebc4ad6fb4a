import type { Ad, CloneProduct } from '@magpie/contract';
import type { AspectRatio, Copy, CopyPart } from '../makers/maker.ts';
import { copyFor } from './copy.ts';
import { doNotCopyOf } from './doNotCopy.ts';
import type { Copywriter } from './improve.ts';
import { namesIn } from './names.ts';
import { negativePrompt, promptFor } from './prompt.ts';
import { aspectRatiosFor } from './shapes.ts';
import { structureOf } from './structure.ts';

/** Everything needed to make an ad for a product in the style of another ad. */
export interface Payload {
  readonly structure: CopyPart[];
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly aspectRatios: AspectRatio[];
  readonly doNotCopy: string[];
  readonly copy: Copy;
}

interface PayloadContext {
  readonly userId: string;
  readonly copywriter: Copywriter | null;
}

/**
 * Written by rules; a text model improves the result if one is configured. The prompt is for the given aspect ratio,
 * else for that of the ad.
 */
export async function payloadFor(
  { userId, copywriter }: PayloadContext,
  ad: Ad | null,
  product: CloneProduct | null,
  shape?: AspectRatio,
): Promise<Payload> {
  const found = ad === null ? [] : structureOf(ad);
  const names = ad === null ? null : namesIn(ad, product);
  const ruled = { structure: found, copy: copyFor(ad, found, product) };
  const { structure, copy } =
    ad === null || names === null || product === null || copywriter === null
      ? ruled
      : await copywriter.improve({ ad, product, names }, ruled, userId);
  const aspectRatios = aspectRatiosFor(ad);
  return {
    structure,
    prompt: promptFor({ ad, structure, product, copy, shape: shape ?? aspectRatios[0] ?? '1:1' }),
    negativePrompt,
    aspectRatios,
    doNotCopy: ad === null || names === null ? [] : doNotCopyOf(ad, names),
    copy,
  };
}
