import type { MagpieClient } from '@magpie/client';

/** Uploads a base64-encoded logo. */
export async function brandImages(client: MagpieClient, picture: string): Promise<string> {
  const { id, width, height } = await client.brandImages.upload.mutate({
    file: picture,
    name: 'Our logo',
    kind: 'logo',
  });
  const { images } = await client.brandImages.list.query({});
  return images.some((image) => image.id === id) ? `${width} × ${height}` : 'not there';
}
