import { Tip } from '../../../parts/Tip.tsx';
import { counted } from '../../../words/format.ts';
import { draftOf, type Field, type Found, isEmpty, isSame } from './draft.ts';
import type { ProductForm } from './useProductForm.ts';

type Source = Found['evidence'][string]['source'];

const sourceNames: Readonly<Record<Source, string>> = {
  'json-ld': 'structured data (JSON-LD)',
  microdata: 'structured data (microdata)',
  'open-graph': 'Open Graph tags',
  html: 'what the page shows',
};

/** What the website says of a field, where it says so, and a way to take it. */
export function Said({ form, field }: { readonly form: ProductForm; readonly field: Field }) {
  if (form.found === null) return null;
  const said = draftOf(form.found)[field];
  const evidence = form.found.evidence[field];
  if (isEmpty(said)) return <>The website does not say.</>;
  const source = evidence === undefined ? 'the page' : <Evidence {...evidence} />;
  if (isSame(said, form.draft[field])) return <>From the website: {source}</>;
  return (
    <>
      The website says{' '}
      {typeof said === 'string' ? `“${shortened(said)}”` : counted(said.length, 'entry', 'entries')} ({source}
      ).{' '}
      <button
        type="button"
        className="rounded-sm font-semibold text-accent underline-offset-4 hover:underline"
        onClick={() => form.change({ [field]: said })}
      >
        Use it
      </button>
    </>
  );
}

function Evidence({ source, value }: Found['evidence'][string]) {
  return <Tip tip={`In these words: ${shortened(value)}`}>{sourceNames[source]}</Tip>;
}

function shortened(value: string | number | readonly string[]): string {
  const text = typeof value === 'object' ? value.join(', ') : String(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
