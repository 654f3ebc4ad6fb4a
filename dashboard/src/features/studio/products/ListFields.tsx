import { listLimits, textLimits } from '@magpie/contract/limits';
import { ImageOff, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useDebounced } from '../../../lib/hooks/useDebounced.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import { imageUrl } from '../../ads/mediaUrls.ts';
import { Suggestion } from './ProductFields.tsx';
import type { Field, ProductForm } from './productForm.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

interface FieldGroupProps {
  readonly form: ProductForm;
  readonly field: Field;
  readonly label: string;
  readonly children: ReactNode;
}

function FieldGroup({ form, field, label, children }: FieldGroupProps) {
  const error = form.fieldErrors[field];
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">{label}</legend>
      {children}
      {form.found !== null && (
        <p className="text-xs text-quiet">
          <Suggestion form={form} field={field} />
        </p>
      )}
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface FormProps {
  readonly form: ProductForm;
}

interface ListRow {
  readonly value: string;
  readonly index: number;
  readonly change: (value: string) => void;
  readonly remove: () => void;
  readonly insertAfter: () => void;
}

function listRows(
  form: ProductForm,
  field: 'images' | 'colors' | 'sellingPoints',
  max: number,
  onAdd?: (index: number) => void,
) {
  const rows = form.draft[field];
  const set = (next: readonly string[]): void => form.change({ [field]: next });
  return {
    rows: rows.map((value, index): ListRow => ({
      value,
      index,
      change: (next) => set(rows.with(index, next)),
      remove: () => set(rows.toSpliced(index, 1)),
      insertAfter: () => {
        if (rows.length < max) set(rows.toSpliced(index + 1, 0, ''));
      },
    })),
    addButton: (label: string, initial = '') =>
      rows.length < max && (
        <Button
          className="self-start"
          onClick={() => {
            set([...rows, initial]);
            onAdd?.(rows.length);
          }}
        >
          <Plus size={16} aria-hidden /> {label}
        </Button>
      ),
  };
}

/** Color inputs; the first color is the main one. */
export function ColorField({ form }: FormProps) {
  const { rows, addButton } = listRows(form, 'colors', listLimits.productColors);
  return (
    <FieldGroup form={form} field="colors" label={copy.colors}>
      <div className="flex flex-wrap items-center gap-2">
        {rows.map(({ value, index, change, remove }) => (
          <span
            key={index}
            className="flex h-9 items-center gap-1 rounded-full border border-line-strong bg-card pr-1 pl-1.5"
          >
            <input
              type="color"
              aria-label={copy.color(index + 1)}
              value={value}
              onChange={({ target }) => change(target.value)}
              className="size-6 cursor-pointer appearance-none overflow-hidden rounded-full border bg-card [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
            />
            <span className="font-mono text-xs">{value}</span>
            <button
              type="button"
              aria-label={copy.removeColor(index + 1)}
              onClick={remove}
              className="rounded-full p-1 hover:bg-sunk"
            >
              <X size={14} aria-hidden />
            </button>
          </span>
        ))}
        {addButton(copy.addColor, '#1f6f8b')}
      </div>
    </FieldGroup>
  );
}

/** Enter adds a point after the current one, Backspace removes an empty one. */
export function SellingPoints({ form }: FormProps) {
  const [focused, setFocused] = useState<number | null>(null);
  const { rows, addButton } = listRows(form, 'sellingPoints', listLimits.sellingPoints, setFocused);
  const onKeyDown = (event: KeyboardEvent, { value, index, remove, insertAfter }: ListRow): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (value.trim() !== '') insertAfter();
      setFocused(Math.min(index + 1, listLimits.sellingPoints - 1));
    } else if (event.key === 'Backspace' && value === '') {
      remove();
      setFocused(Math.max(index - 1, 0));
    } else return;
    event.preventDefault();
  };
  return (
    <FieldGroup form={form} field="sellingPoints" label={copy.sellingPoints}>
      {rows.map((row) => (
        <div key={row.index} className="flex gap-1">
          <TextField
            hideLabel
            ref={(field) => {
              if (focused === row.index) field?.focus();
            }}
            label={copy.sellingPoint(row.index + 1)}
            className="flex-1"
            maxLength={textLimits.sellingPoint}
            value={row.value}
            placeholder={copy.sellingPointPlaceholder}
            onFocus={() => setFocused(null)}
            onChange={({ target }) => row.change(target.value)}
            onKeyDown={(event) => onKeyDown(event, row)}
          />
          <IconButton label={copy.removeSellingPoint(row.index + 1)} onClick={row.remove}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {addButton(copy.addSellingPoint)}
    </FieldGroup>
  );
}

export function LogoField({ form }: FormProps) {
  return (
    <FieldGroup form={form} field="logoUrl" label={copy.logo}>
      <ImageRow
        form={form}
        label={copy.logoUrl}
        url={form.draft.logoUrl}
        onChange={(logoUrl) => form.change({ logoUrl })}
      />
    </FieldGroup>
  );
}

/** Creatives use the first image, unless brand images override it. */
export function ImagesField({ form }: FormProps) {
  const { rows, addButton } = listRows(form, 'images', listLimits.productImages);
  return (
    <FieldGroup form={form} field="images" label={copy.images}>
      {rows.map(({ value, index, change, remove }) => (
        <ImageRow
          key={index}
          form={form}
          label={copy.imageUrl(index + 1)}
          url={value}
          onChange={change}
          onRemove={remove}
        />
      ))}
      {addButton(copy.addImageByUrl)}
    </FieldGroup>
  );
}

interface ImageRowProps {
  readonly form: ProductForm;
  readonly label: string;
  readonly url: string;
  readonly onChange: (url: string) => void;
  readonly onRemove?: () => void;
}

function ImageRow({ form, label, url, onChange, onRemove }: ImageRowProps) {
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
