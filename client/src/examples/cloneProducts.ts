import type { MagpieClient } from '@magpie/client';

/** Creates a product to make new ads for. */
export async function cloneProducts(client: MagpieClient): Promise<string> {
  const { id } = await client.cloneProducts.create.mutate({
    name: 'Cloud Pillow',
    url: 'https://shop.example.com/pillow',
    sellingPoints: ['Machine washable', 'Ten years of warranty'],
    colors: ['tomato'],
    font: 'rounded',
  });
  const { name, colors, font, isDefault } = await client.cloneProducts.setDefault.mutate({ id });
  return `${name}, ${colors.join(', ')}, ${font}${isDefault ? ', the default' : ''}`;
}
