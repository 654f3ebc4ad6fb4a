import { Plus, X } from 'lucide-react';
import { Button } from '../../../parts/Button.tsx';
import { ListFrame } from './ListFrame.tsx';
import type { ProductForm } from './useProductForm.ts';

const most = 12;

/** Swatches, each a colour input; the first one leads. */
export function ColourField({ form }: { readonly form: ProductForm }) {
  const { colors } = form.draft;
  const set = (next: readonly string[]): void => form.change({ colors: next });
  return (
    <ListFrame form={form} field="colors" label="Colours">
      <div className="flex flex-wrap items-center gap-2">
        {colors.map((color, place) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the same colour may be chosen twice
            key={place}
            className="flex h-9 items-center gap-1 rounded-full border border-line-strong bg-card pr-1 pl-1.5"
          >
            <input
              type="color"
              aria-label={`Colour ${place + 1}`}
              value={color}
              onChange={({ target }) => set(colors.with(place, target.value))}
              className="size-6 cursor-pointer appearance-none overflow-hidden rounded-full border bg-card [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
            />
            <span className="font-mono text-xs">{color}</span>
            <button
              type="button"
              aria-label={`Remove colour ${place + 1}`}
              onClick={() => set(colors.toSpliced(place, 1))}
              className="rounded-full p-1 hover:bg-sunk"
            >
              <X size={14} aria-hidden />
            </button>
          </span>
        ))}
        {colors.length < most && (
          <Button onClick={() => set([...colors, '#1f6f8b'])}>
            <Plus size={16} aria-hidden /> Add a colour
          </Button>
        )}
      </div>
    </ListFrame>
  );
}
