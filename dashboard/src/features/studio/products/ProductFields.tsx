import type { ComponentProps } from 'react';
import { Select, TextAreaField, TextField } from '../../../ui/fields.tsx';
import { type Field, type Found, isBlank, isSame, productDraft, type ProductForm } from './productForm.ts';
import { studioCopy } from '../copy.ts';
import { Tip } from '../../../ui/Tip.tsx';

const copy = studioCopy.products;

type TextOnly = Exclude<Field, 'images' | 'colors' | 'font' | 'sellingPoints'>;

interface FieldProps {
  readonly form: ProductForm;
  readonly field: TextOnly;
  readonly label: string;
}

type BoundProps<Element extends 'input' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Element>, 'form' | 'id' | 'className'>;

function bindField(form: ProductForm, field: TextOnly) {
  return {
    value: form.draft[field],
    error: form.fieldErrors[field],
    hint: form.found === null ? undefined : <Suggestion form={form} field={field} />,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      form.change({ [field]: target.value }),
  };
}

export function TextLine({ form, field, ...rest }: BoundProps<'input'>) {
  return <TextField {...rest} {...bindField(form, field)} />;
}

export function LongText({ form, field, ...rest }: BoundProps<'textarea'>) {
  return <TextAreaField {...rest} {...bindField(form, field)} />;
}

const names = new Intl.DisplayNames(undefined, { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency');

export function CurrencyField({ form }: { readonly form: ProductForm }) {
  const { currency } = form.draft;
  return (
    <Select
      label={copy.currency}
      {...bindField(form, 'currency')}
      options={currencies.map((code) => [code, `${code} · ${names.of(code)}`])}
    >
      <option value="">{copy.unspecified}</option>
      {currency !== '' && !currencies.includes(currency) && <option value={currency}>{currency}</option>}
    </Select>
  );
}

type Source = Found['evidence'][string]['source'];

const sourceNames: Readonly<Record<Source, string>> = copy.sourceNames;

export function Suggestion({ form, field }: { readonly form: ProductForm; readonly field: Field }) {
  if (form.found === null) return null;
  const value = productDraft(form.found)[field];
  const evidence = form.found.evidence[field];
  if (isBlank(value)) return <>{copy.notFound}</>;
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
