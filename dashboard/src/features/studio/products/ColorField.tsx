import { listLimits } from '@magpie/contract/limits';
import { Plus, X } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { ListFrame } from './ListFrame.tsx';
import type { ProductForm } from './useProductForm.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

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
