import { ImageOff, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { pictureAddress } from '../../../ads/pictures.ts';
import { Button, IconButton } from '../../../parts/Button.tsx';

import { TextField, Tick } from '../../../parts/fields.tsx';
import { useSettled } from '../../../parts/useSettled.ts';
import { ListFrame } from './ListFrame.tsx';
import type { ProductForm } from './useProductForm.ts';

const most = 20;

export function LogoField({ form }: { readonly form: ProductForm }) {
  const { logoUrl } = form.draft;
  return (
    <ListFrame form={form} field="logoUrl" label="Logo">
      <PictureRow
        form={form}
        label="Address of the logo"
        url={logoUrl}
        onChange={(url) => form.change({ logoUrl: url })}
      />
    </ListFrame>
  );
}

/** The first picture is the one that creatives show, unless brand images say otherwise. */
export function PictureField({ form }: { readonly form: ProductForm }) {
  const { images } = form.draft;
  const set = (next: readonly string[]): void => form.change({ images: next });
  return (
    <ListFrame form={form} field="images" label="Pictures">
      {images.map((url, place) => (
        <PictureRow
          // oxlint-disable-next-line react/no-array-index-key -- a row has nothing but its place and what is typed into it
          key={place}
          form={form}
          label={`Address of picture ${place + 1}`}
          url={url}
          onChange={(next) => set(images.with(place, next))}
          onRemove={() => set(images.toSpliced(place, 1))}
        />
      ))}
      {images.length < most && (
        <Button className="self-start" onClick={() => set([...images, ''])}>
          <Plus size={16} aria-hidden /> Add a picture by its address
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
      <Preview url={useSettled(url, 500)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <TextField
          bare
          type="url"
          inputMode="url"
          label={label}
          placeholder="https://"
          value={url}
          onChange={({ target }) => onChange(target.value)}
        />
        {url !== '' && (
          <Tick
            className="text-xs text-quiet"
            checked={form.kept.includes(url)}
            onChange={({ target }) => form.keep(url, target.checked)}
          >
            Keep a copy as a brand image
          </Tick>
        )}
      </div>
      {onRemove !== undefined && (
        <IconButton label={`Remove: ${label}`} onClick={onRemove}>
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
          src={pictureAddress(url, 160)}
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
