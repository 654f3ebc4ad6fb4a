import { useState } from 'react';
import { imageUrl } from '../ads/mediaUrls.ts';
import { getInitial, pickTint } from '../ads/tint.ts';
import type { CloneProduct } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { studioCopy } from './copy.ts';

interface ProductImageProps {
  readonly product: Pick<CloneProduct, 'name' | 'images' | 'logoUrl' | 'colors'>;
  readonly className: string;
}

/** The product's first image, else its logo, else its first letter on its color. Decorative. */
export function ProductImage({ product, className }: ProductImageProps) {
  const { name, images, logoUrl, colors } = product;
  const [failed, setFailed] = useState<readonly string[]>([]);
  const url = [...images, ...(logoUrl === null ? [] : [logoUrl])].find((one) => !failed.includes(one));
  const shape = classes('shrink-0 overflow-hidden rounded-md border', className);
  if (url !== undefined)
    return (
      <img
        src={imageUrl(url, 320)}
        alt=""
        loading="lazy"
        onError={() => setFailed([...failed, url])}
        className={classes(shape, 'bg-sunk object-contain')}
      />
    );
  return (
    <span
      aria-hidden
      className={classes(shape, 'flex items-center justify-center')}
      style={{ background: colors[0] ?? pickTint(name) }}
    >
      <span className="flex size-8 items-center justify-center rounded-full bg-card text-base font-semibold">
        {getInitial(name)}
      </span>
    </span>
  );
}

export function Swatches({ colors }: { readonly colors: readonly string[] }) {
  if (colors.length === 0) return null;
  return (
    <ul aria-label={studioCopy.products.colors} className="flex flex-wrap gap-1">
      {colors.map((color) => (
        <li key={color} title={color} className="size-5 rounded-full border" style={{ background: color }}>
          <span className="sr-only">{color}</span>
        </li>
      ))}
    </ul>
  );
}
