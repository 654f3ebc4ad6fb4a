interface ImagePage<Image> {
  readonly images: Image[];
  readonly total: number;
}

/** A page of a list of images without one of them. */
export function withoutImage<Image extends { readonly id: number }, Page extends ImagePage<Image>>(
  page: Page,
  id: number,
): Page {
  const images = page.images.filter((image) => image.id !== id);
  return { ...page, images, total: page.total - (page.images.length - images.length) };
}
