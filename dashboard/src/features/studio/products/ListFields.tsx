import type { ReactNode } from 'react';
import { listLimits, textLimits } from '@magpie/contract/limits';
import { Plus, X } from 'lucide-react';
import type { Field } from './draft.ts';
import { Suggestion } from './ProductFields.tsx';
import type { ProductForm } from './useProductForm.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { studioCopy } from '../copy.ts';
import { TextField } from '../../../ui/fields.tsx';

const copy = studioCopy.products;

interface ListFrameProps {
  readonly form: ProductForm;
  readonly field: Field;
  readonly label: string;
  readonly children: ReactNode;
}

/** A group of inputs with the website's suggestion and validation errors. */
export function ListFrame({ form, field, label, children }: ListFrameProps) {
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

const maxColors = listLimits.productColors;

/** Color inputs; the first color is the main one. */
export function ColorField({ form }: { readonly form: ProductForm }) {
  const { colors } = form.draft;
  const set = (next: readonly string[]): void => form.change({ colors: next });
  return (
    <ListFrame form={form} field="colors" label={copy.colors}>
      <div className="flex flex-wrap items-center gap-2">
        {colors.map((color, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a color may occur twice
            key={index}
            className="flex h-9 items-center gap-1 rounded-full border border-line-strong bg-card pr-1 pl-1.5"
          >
            <input
              type="color"
              aria-label={copy.color(index + 1)}
              value={color}
              onChange={({ target }) => set(colors.with(index, target.value))}
              className="size-6 cursor-pointer appearance-none overflow-hidden rounded-full border bg-card [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
            />
            <span className="font-mono text-xs">{color}</span>
            <button
              type="button"
              aria-label={copy.removeColor(index + 1)}
              onClick={() => set(colors.toSpliced(index, 1))}
              className="rounded-full p-1 hover:bg-sunk"
            >
              <X size={14} aria-hidden />
            </button>
          </span>
        ))}
        {colors.length < maxColors && (
          <Button onClick={() => set([...colors, '#1f6f8b'])}>
            <Plus size={16} aria-hidden /> {copy.addColor}
          </Button>
        )}
      </div>
    </ListFrame>
  );
}

const maxPoints = listLimits.sellingPoints;

export function SellingPoints({ form }: { readonly form: ProductForm }) {
  const rows = form.draft.sellingPoints;
  const set = (sellingPoints: readonly string[]): void => form.change({ sellingPoints });
  return (
    <ListFrame form={form} field="sellingPoints" label={copy.sellingPoints}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
        <div key={index} className="flex gap-1">
          <TextField
            hideLabel
            label={copy.sellingPoint(index + 1)}
            className="flex-1"
            maxLength={textLimits.sellingPoint}
            value={row}
            placeholder={copy.sellingPointPlaceholder}
            onChange={({ target }) => set(rows.with(index, target.value))}
          />
          <IconButton
            label={copy.removeSellingPoint(index + 1)}
            onClick={() => set(rows.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length < maxPoints && (
        <Button className="self-start" onClick={() => set([...rows, ''])}>
          <Plus size={16} aria-hidden /> {copy.addSellingPoint}
        </Button>
      )}
    </ListFrame>
  );
}
