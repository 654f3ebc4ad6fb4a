import { listLimits } from '@magpie/contract/limits';
import { ImageOff, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { imageUrl } from '../../ads/mediaUrls.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';

import { TextField, Checkbox } from '../../../ui/fields.tsx';
import { useDebounced } from '../../../lib/hooks/useDebounced.ts';
import { ListFrame } from './ListFields.tsx';
import type { ProductForm } from './useProductForm.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

const maxImages = listLimits.productImages;

export function LogoField({ form }: { readonly form: ProductForm }) {
  const { logoUrl } = form.draft;
  return (
    <ListFrame form={form} field="logoUrl" label={copy.logo}>
      <PictureRow
        form={form}
        label={copy.logoUrl}
        url={logoUrl}
        onChange={(url) => form.change({ logoUrl: url })}
      />
    </ListFrame>
  );
}

/** Creatives use the first image, unless brand images override it. */
export function PictureField({ form }: { readonly form: ProductForm }) {
  const { images } = form.draft;
  const set = (next: readonly string[]): void => form.change({ images: next });
  return (
    <ListFrame form={form} field="images" label={copy.images}>
      {images.map((url, index) => (
        <PictureRow
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
          key={index}
          form={form}
          label={copy.imageUrl(index + 1)}
          url={url}
          onChange={(next) => set(images.with(index, next))}
          onRemove={() => set(images.toSpliced(index, 1))}
        />
      ))}
      {images.length < maxImages && (
        <Button className="self-start" onClick={() => set([...images, ''])}>
          <Plus size={16} aria-hidden /> {copy.addImageByUrl}
        </Button>
      )}
    </ListFrame>
  );
}

interface PictureRowProps {
  readonly form: ProductForm;
  readonly label: string;
  readonly url: string;
  readonly onChange: (url: string) => void;
  readonly onRemove?: () => void;
}

function PictureRow({ form, label, url, onChange, onRemove }: PictureRowProps) {
  return (
    <div className="flex gap-3">
      <Preview url={useDebounced(url, 500)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <TextField
          hideLabel
          type="url"
          inputMode="url"
          label={label}
          placeholder="https://"
          value={url}
          onChange={({ target }) => onChange(target.value)}
        />
        {url !== '' && (
          <Checkbox
            className="text-xs text-quiet"
            checked={form.copied.includes(url)}
            onChange={({ target }) => form.setCopied(url, target.checked)}
          >
            {copy.saveCopy}
          </Checkbox>
        )}
      </div>
      {onRemove !== undefined && (
        <IconButton label={copy.removeImage(label)} onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function Preview({ url }: { readonly url: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = /^https?:\/\/[^/]+\.?/i.test(url) && failed !== url;
  return (
    <span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-sunk">
      {isShown ? (
        <img
          src={imageUrl(url, 160)}
          alt=""
          onError={() => setFailed(url)}
          className="size-full object-contain"
        />
      ) : (
        <ImageOff size={16} aria-hidden className="text-quiet" />
      )}
    </span>
  );
}
