import { useMutation } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { foundOf, sentenceOf } from '../../../api/errors.ts';
import { Button } from '../../../parts/Button.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { Section } from '../../../parts/Page.tsx';
import { counted } from '../../../words/format.ts';
import type { Field } from './draft.ts';
import type { ProductForm } from './useProductForm.ts';

interface WebsiteReaderProps {
  readonly form: ProductForm;
  readonly isNew: boolean;
}

/** Reads what a website says of the product into the form; nothing is saved by it. */
export function WebsiteReader({ form, isNew }: WebsiteReaderProps) {
  const [url, setUrl] = useState(form.draft.url);
  const inspect = useMutation(
    api.cloneProducts.inspectWebsite.mutationOptions({ onSuccess: form.takeFound }),
  );
  return (
    <Section
      title={isNew ? 'Start from its website' : 'Look at its website again'}
      about="What the page says is filled in below, where nothing stands yet. You keep or change each field before it is saved."
    >
      <form
        noValidate
        aria-label="Website of the product"
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          inspect.mutate({ url: withScheme(url) });
        }}
      >
        <TextField
          bare
          type="url"
          inputMode="url"
          label="Address of the product’s page"
          placeholder="https://yourshop.com/product"
          className="min-w-52 flex-1"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Button type="submit" busy={inspect.isPending} disabled={url.trim() === ''}>
          <Globe size={16} aria-hidden /> {inspect.isPending ? 'Reading…' : 'Read website'}
        </Button>
      </form>
      <div aria-live="polite" className="empty:hidden">
        {inspect.isSuccess && form.found !== null && <Summary form={form} />}
        {inspect.isError && <NotFound error={inspect.error} form={form} />}
      </div>
    </Section>
  );
}

/** People type addresses as they read them. */
function withScheme(url: string): string {
  const trimmed = url.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

const fieldNames: Partial<Record<Field, string>> = {
  name: 'name',
  brandName: 'brand',
  description: 'description',
  price: 'price',
  logoUrl: 'logo',
  colors: 'colours',
  images: 'pictures',
  sellingPoints: 'selling points',
  audience: 'audience',
};

function Summary({ form }: { readonly form: ProductForm }) {
  const names = Object.keys(form.found?.evidence ?? {})
    .map((field) => fieldNames[field as Field])
    .filter((name) => name !== undefined);
  return (
    <p className="rounded-md bg-good-soft p-3">
      Found {counted(names.length, 'thing')}: {names.join(', ')}. Below each field you see where it was said.
    </p>
  );
}

const nevertheless = {
  title: 'Title',
  heading: 'Heading',
  description: 'Description',
  status: 'Status',
} as const;

/** Why the page did not help, and what was there nevertheless. */
function NotFound({ error, form }: { readonly error: unknown; readonly form: ProductForm }) {
  const found = foundOf(error);
  const lines = Object.entries(nevertheless).flatMap(([key, name]) => {
    const value = found?.[key];
    const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isText && value !== 200 ? [{ name, value: String(value) }] : [];
  });
  const title = [found?.heading, found?.title].find((value) => typeof value === 'string' && value !== '');
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-warn-soft p-3">
      <p>{sentenceOf(error)}</p>
      {lines.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
          {lines.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd>{value.slice(0, 300)}</dd>
            </div>
          ))}
        </dl>
      )}
      {typeof title === 'string' && (
        <Button onClick={() => form.change({ name: title.slice(0, 120) })}>
          Use “{title.slice(0, 40)}” as the name
        </Button>
      )}
    </div>
  );
}
