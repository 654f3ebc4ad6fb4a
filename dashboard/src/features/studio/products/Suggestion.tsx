import { Tip } from '../../../ui/Tip.tsx';
import { productDraft, type Field, type Found, isEmpty, isSame } from './draft.ts';
import type { ProductForm } from './useProductForm.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

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
