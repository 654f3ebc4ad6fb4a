import { useState } from 'react';
import { hueOf } from '../../ads/hue.ts';
import { pictureAddress } from '../../ads/pictures.ts';
import type { CloneProduct } from '../../api/types.ts';
import { classes } from '../../parts/classes.ts';

interface ProductPictureProps {
  readonly product: Pick<CloneProduct, 'name' | 'images' | 'logoUrl' | 'colors'>;
  readonly className: string;
}

/** The product's first picture, else its logo, else its first letter on its own colour. Decorative. */
export function ProductPicture({ product, className }: ProductPictureProps) {
  const { name, images, logoUrl, colors } = product;
  const [failed, setFailed] = useState<readonly string[]>([]);
  const url = [...images, ...(logoUrl === null ? [] : [logoUrl])].find((one) => !failed.includes(one));
  const shape = classes('shrink-0 overflow-hidden rounded-md border', className);
  if (url !== undefined)
    return (
      <img
        src={pictureAddress(url, 320)}
        alt=""
        loading="lazy"
        onError={() => setFailed([...failed, url])}
        className={classes(shape, 'bg-sunk object-contain')}
      />
    );
  const hue = hueOf(name);
  const ground = colors[0] ?? `light-dark(oklch(0.9 0.06 ${hue}), oklch(0.34 0.06 ${hue}))`;
  return (
    <span
      aria-hidden
      className={classes(shape, 'flex items-center justify-center')}
      style={{ background: ground }}
    >
      <span className="flex size-8 items-center justify-center rounded-full bg-card text-base font-semibold">
        {name.trim().slice(0, 1).toUpperCase()}
      </span>
    </span>
  );
}
