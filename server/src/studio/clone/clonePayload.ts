import type { Ad, contract, OutputOf } from '@magpie/contract';
import type { Handler } from '../../rpc/procedure.ts';
import { defaultProduct, presentProduct, readableProduct } from '../cloneProducts.ts';
import type { StudioParts } from '../studio.ts';
import { payloadFor } from './payload.ts';

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
