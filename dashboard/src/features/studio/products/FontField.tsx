import { useId } from 'react';
import { studioCopy } from '../copy.ts';
import './fonts.css';
import type { Font, ProductForm } from './productForm.ts';

const copy = studioCopy.products;
const options = Object.entries(copy.fontNames) as [Font, string][];

/** Each name is set in its font. */
export function FontField({
  form,
}: {
  readonly form: Pick<ProductForm, 'draft' | 'change' | 'fieldErrors'>;
}) {
  const group = useId();
  const error = form.fieldErrors.font;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">{copy.font}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {options.map(([font, name]) => (
          <label
            key={font}
            className="relative flex flex-col items-center rounded-md border border-line-strong bg-card px-2 py-3 hover:bg-sunk has-checked:border-accent"
            style={font === 'sans' ? undefined : { fontFamily: `'Template ${font}', var(--font-sans)` }}
          >
            <input
              type="radio"
              name={group}
              value={font}
              checked={form.draft.font === font}
              onChange={() => form.change({ font })}
              aria-label={name}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            />
            <span aria-hidden className="text-2xl font-semibold">
              {copy.fontSample}
            </span>
            <span className="font-semibold">{name}</span>
          </label>
        ))}
      </div>
      <p className="text-xs text-quiet">{copy.fontHint}</p>
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
