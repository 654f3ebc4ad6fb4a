import type { Ad, CloneProduct, contract, OutputOf } from '@magpie/contract';
import { platformRows } from '@magpie/contract/platforms';
import { type AspectRatio, type Creative, sizes } from '../makers/maker.ts';
import { varyCopy, writeCopy } from './copy.ts';
import { listDoNotCopy, findNames } from './names.ts';
import type { Copywriter } from './improve.ts';
import { negativePrompt, writePrompt } from './prompt.ts';
import { analyzeStructure } from './structure.ts';
import { toPlainLine } from '../text.ts';
import { defaultProduct, presentProduct, readableProduct } from '../cloneProducts.ts';
import { hexColors } from '../colors.ts';
import type { Handler } from '../../rpc/procedure.ts';
import type { StudioParts } from '../studio.ts';

export type Payload = Awaited<ReturnType<typeof payloadFor>>;

interface PayloadOptions {
  /** Default: that of the ad. */
  readonly shape?: AspectRatio;
  /** Selects one of the possible headlines. */
  readonly variant?: number;
}

/** Written by rules; a text model improves the result if one is configured. */
export async function payloadFor(
  { userId, copywriter }: { readonly userId: string; readonly copywriter: Copywriter | null },
  ad: Ad | null,
  product: CloneProduct | null,
  { shape, variant = 0 }: PayloadOptions = {},
) {
  const found = ad === null ? [] : analyzeStructure(ad);
  const names = ad === null ? null : findNames(ad, product);
  const ruled = { structure: found, copy: writeCopy(ad, found, product) };
  const { structure, copy: first } =
    ad === null || names === null || product === null || copywriter === null
      ? ruled
      : await copywriter.improve({ ad, product, names }, ruled, userId);
  const copy = product === null ? first : varyCopy(first, product, variant);
  const aspectRatios = aspectRatiosFor(ad);
  return {
    structure,
    prompt: writePrompt({ ad, structure, product, copy, shape: shape ?? aspectRatios[0] ?? '1:1' }),
    negativePrompt,
    aspectRatios,
    doNotCopy: ad === null || names === null ? [] : listDoNotCopy(ad, names),
    copy,
  };
}

/** All aspect ratios, the one closest to the ad's media first. */
function aspectRatiosFor(ad: Ad | null): AspectRatio[] {
  const wanted = ad === null ? 1 : (mediaRatio(ad) ?? platformRows[ad.platform ?? 'facebook'].aspectRatio);
  const distance = (shape: AspectRatio): number =>
    Math.abs(Math.log(sizes[shape].width / sizes[shape].height / wanted));
  return (Object.keys(sizes) as AspectRatio[]).toSorted((one, other) => distance(one) - distance(other));
}

function mediaRatio({ media, cards }: Ad): number | null {
  for (const { width, height } of [...media, ...cards.flatMap((card) => card.media)]) {
    if (width !== null && height !== null && width > 0 && height > 0) return width / height;
  }
  return null;
}

const maxLengths = { headline: 120, text: 300, callToAction: 40 } as const;

/**
 * Copy and look of an image. Quoted strings in a custom prompt replace headline, text and call to action, in this order;
 * empty quotes omit the text.
 */
export function buildCreative(product: CloneProduct, payload: Payload, prompt: string | null): Creative {
  const { copy, structure } = payload;
  const [headline, text, callToAction] = quotedIn(prompt ?? '');
  return {
    ...copy,
    productName: product.name,
    brandName: product.brandName,
    headline: toPlainLine(headline ?? '', maxLengths.headline) || copy.headline,
    text: text === undefined ? copy.text : toPlainLine(text, maxLengths.text) || null,
    callToAction: toPlainLine(callToAction ?? '', maxLengths.callToAction) || copy.callToAction,
    colors: hexColors(product.colors),
    font: product.font,
    follows: structure.map(({ part }) => part).filter((part, index, all) => all.indexOf(part) === index),
  };
}

function quotedIn(prompt: string): string[] {
  return [...prompt.matchAll(/"([^"\n]*)"|“([^“”\n]*)”/g)].map(
    ([, straight, curly]) => straight ?? curly ?? '',
  );
}

type GetClonePayload = typeof contract.ads.getClonePayload;

/** `ads.getClonePayload`: the structure of an ad, and a prompt for a product in its style. */
export function clonePayloadHandler({
  findReadableAd,
  copywriter,
}: Pick<StudioParts, 'findReadableAd' | 'copywriter'>): Handler<GetClonePayload> {
  return async ({ input: { hash, productId }, caller, db }) => {
    const ad = await findReadableAd(db, caller, hash);
    const row =
      productId === undefined
        ? await defaultProduct(db, caller.userId)
        : await readableProduct(db, productId, caller);
    const product = row === null ? null : presentProduct(row);
    const { copy: _, ...payload } = await payloadFor({ userId: caller.userId, copywriter }, ad, product);
    return { ad: clonableFields(ad), product, ...payload };
  };
}

function clonableFields(ad: Ad): OutputOf<GetClonePayload>['ad'] {
  return {
    hash: ad.hash,
    companyName: ad.advertiser.name,
    platform: ad.platform,
    format: ad.format,
    mediaType: ad.mediaType,
    headline: ad.headline,
    headlines: ad.headlines,
    body: ad.body,
    bodies: ad.bodies,
    description: ad.description,
    ctaType: ad.ctaType,
    ctaText: ad.ctaText,
    landingPageUrl: ad.landingPageUrl,
    language: ad.language,
    media: ad.media,
    cards: ad.cards,
  };
}
