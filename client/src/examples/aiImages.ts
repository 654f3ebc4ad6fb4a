import type { MagpieClient } from '@magpie/client';

/** Generates an image for a product, cancels it if it would cost anything, and changes its offer once it is made. */
export async function aiImages(client: MagpieClient): Promise<string> {
  const { makers } = await client.aiImages.listMakers.query();
  const product = await client.cloneProducts.create.mutate({
    name: 'Cloud Pillow',
    price: 49,
    currency: 'EUR',
  });
  const image = await client.aiImages.generate.mutate({ productId: product.id, aspectRatio: '4:5', seed: 7 });
  if (image.costEstimate !== 0) await client.aiImages.cancel.mutate({ id: image.id });
  const { status } = await client.aiImages.get.query({ id: image.id });
  if (status === 'succeeded') await client.aiImages.edit.mutate({ id: image.id, offer: 'Now €39' });
  return `${status}, made by ${makers.map(({ maker }) => maker).join(' or ')}`;
}
