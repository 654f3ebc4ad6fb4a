import type { ComponentProps } from 'react';
import { Select, TextArea, TextField } from '../../../ui/fields.tsx';
import type { Field } from './draft.ts';
import { Suggestion } from './Suggestion.tsx';
import type { ProductForm } from './useProductForm.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

type TextOnly = Exclude<Field, 'images' | 'colors' | 'sellingPoints'>;

interface FieldProps {
  readonly form: ProductForm;
  readonly field: TextOnly;
  readonly label: string;
}

function fieldOf(form: ProductForm, field: TextOnly) {
  return {
    value: form.draft[field],
    error: form.fieldErrors[field],
    hint: form.found === null ? undefined : <Suggestion form={form} field={field} />,
  };
}

/** A single-line field with the website's suggestion. */
export function TextLine({
  form,
  field,
  label,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'form' | 'id' | 'className'>) {
  return (
    <TextField
      {...rest}
      label={label}
      {...fieldOf(form, field)}
      onChange={({ target }) => form.change({ [field]: target.value })}
    />
  );
}

/** A multi-line field with the website's suggestion. */
export function LongText({
  form,
  field,
  label,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'form' | 'id' | 'className'>) {
  return (
    <TextArea
      {...rest}
      label={label}
      {...fieldOf(form, field)}
      onChange={({ target }) => form.change({ [field]: target.value })}
    />
  );
}

const names = new Intl.DisplayNames(undefined, { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency');

export function CurrencyField({ form }: { readonly form: ProductForm }) {
  const { currency } = form.draft;
  return (
    <Select
      label={copy.currency}
      {...fieldOf(form, 'currency')}
      onChange={({ target }) => form.change({ currency: target.value })}
    >
      <option value="">{copy.unspecified}</option>
      {currency !== '' && !currencies.includes(currency) && <option value={currency}>{currency}</option>}
      {currencies.map((code) => (
        <option key={code} value={code}>
          {code} · {names.of(code)}
        </option>
      ))}
    </Select>
  );
}
