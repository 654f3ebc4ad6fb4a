import type { ReactNode } from 'react';
import type { Field } from './draft.ts';
import { Said } from './Said.tsx';
import type { ProductForm } from './useProductForm.ts';

interface ListFrameProps {
  readonly form: ProductForm;
  readonly field: Field;
  readonly label: string;
  readonly children: ReactNode;
}

/** Several things under one name, with what the website says of them and what is wrong with them. */
export function ListFrame({ form, field, label, children }: ListFrameProps) {
  const wrong = form.wrong[field];
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">{label}</legend>
      {children}
      {form.found !== null && (
        <p className="text-xs text-quiet">
          <Said form={form} field={field} />
        </p>
      )}
      {wrong !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
