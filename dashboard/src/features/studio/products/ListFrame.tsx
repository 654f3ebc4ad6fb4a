import type { ReactNode } from 'react';
import type { Field } from './draft.ts';
import { Suggestion } from './Suggestion.tsx';
import type { ProductForm } from './useProductForm.ts';

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
