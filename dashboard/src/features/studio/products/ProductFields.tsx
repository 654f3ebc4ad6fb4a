import type { ComponentProps } from 'react';
import { Select, TextAreaField, TextField } from '../../../ui/fields.tsx';
import { type Field, productDraft, type Found, isEmpty, isSame } from './draft.ts';
import type { ProductForm } from './useProductForm.ts';
import { studioCopy } from '../copy.ts';
import { Tip } from '../../../ui/Tip.tsx';

const copy = studioCopy.products;

type TextOnly = Exclude<Field, 'images' | 'colors' | 'sellingPoints'>;

interface FieldProps {
  readonly form: ProductForm;
  readonly field: TextOnly;
  readonly label: string;
}

function bindField(form: ProductForm, field: TextOnly) {
  return {
    value: form.draft[field],
    error: form.fieldErrors[field],
    hint: form.found === null ? undefined : <Suggestion form={form} field={field} />,
  };
}

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
      {...bindField(form, field)}
      onChange={({ target }) => form.change({ [field]: target.value })}
    />
  );
}

export function LongText({
  form,
  field,
  label,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'form' | 'id' | 'className'>) {
  return (
    <TextAreaField
      {...rest}
      label={label}
      {...bindField(form, field)}
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
      {...bindField(form, 'currency')}
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

type Source = Found['evidence'][string]['source'];

const sourceNames: Readonly<Record<Source, string>> = copy.sourceNames;

/** The website's value of a field, its source, and a button to use it. */
export function Suggestion({ form, field }: { readonly form: ProductForm; readonly field: Field }) {
  if (form.found === null) return null;
  const value = productDraft(form.found)[field];
  const evidence = form.found.evidence[field];
  if (isEmpty(value)) return <>{copy.notFound}</>;
  const source = evidence === undefined ? copy.thePage : <Evidence {...evidence} />;
  if (isSame(value, form.draft[field]))
    return (
      <>
        {copy.fromTheWebsite} {source}
      </>
    );
  return (
    <>
      {copy.websiteHas(typeof value === 'string' ? copy.quoted(shorten(value)) : copy.entries(value.length))}{' '}
      ({source}).{' '}
      <button
        type="button"
        className="rounded-sm font-semibold text-accent underline-offset-4 hover:underline"
        onClick={() => form.change({ [field]: value })}
      >
        {copy.applyValue}
      </button>
    </>
  );
}

function Evidence({ source, value }: Found['evidence'][string]) {
  return <Tip tip={copy.evidence(shorten(value))}>{sourceNames[source]}</Tip>;
}

function shorten(value: string | number | readonly string[]): string {
  const text = typeof value === 'object' ? value.join(', ') : String(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
