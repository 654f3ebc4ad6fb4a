import { Tip } from '../../../ui/Tip.tsx';
import { plural } from '../../../lib/format.ts';
import { productDraft, type Field, type Found, isEmpty, isSame } from './draft.ts';
import type { ProductForm } from './useProductForm.ts';

type Source = Found['evidence'][string]['source'];

const sourceNames: Readonly<Record<Source, string>> = {
  'json-ld': 'structured data (JSON-LD)',
  microdata: 'structured data (microdata)',
  'open-graph': 'Open Graph tags',
  html: 'page content',
};

/** The website's value of a field, its source, and a button to use it. */
export function Suggestion({ form, field }: { readonly form: ProductForm; readonly field: Field }) {
  if (form.found === null) return null;
  const value = productDraft(form.found)[field];
  const evidence = form.found.evidence[field];
  if (isEmpty(value)) return <>Not found on the website.</>;
  const source = evidence === undefined ? 'the page' : <Evidence {...evidence} />;
  if (isSame(value, form.draft[field])) return <>From the website: {source}</>;
  return (
    <>
      The website has{' '}
      {typeof value === 'string' ? `“${shorten(value)}”` : plural(value.length, 'entry', 'entries')} ({source}
      ).{' '}
      <button
        type="button"
        className="rounded-sm font-semibold text-accent underline-offset-4 hover:underline"
        onClick={() => form.change({ [field]: value })}
      >
        Use it
      </button>
    </>
  );
}

function Evidence({ source, value }: Found['evidence'][string]) {
  return <Tip tip={`Found: ${shorten(value)}`}>{sourceNames[source]}</Tip>;
}

function shorten(value: string | number | readonly string[]): string {
  const text = typeof value === 'object' ? value.join(', ') : String(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
