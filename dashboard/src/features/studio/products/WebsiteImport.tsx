import { useMutation } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { foundDetails, describeError } from '../../../lib/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import type { Field, ProductForm } from './productForm.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

interface WebsiteImportProps {
  readonly form: ProductForm;
  readonly isNew: boolean;
}

/** Fills the form from a website; nothing is saved yet. */
export function WebsiteImport({ form, isNew }: WebsiteImportProps) {
  const [url, setUrl] = useState(form.draft.url);
  const inspect = useMutation(
    api.cloneProducts.inspectWebsite.mutationOptions({ onSuccess: form.applyFound }),
  );
  const names = Object.keys(form.found?.evidence ?? {})
    .map((field) => fieldNames[field as Field])
    .filter((name) => name !== undefined);
  return (
    <Section title={isNew ? copy.importFromWebsite : copy.importFromWebsiteAgain} about={copy.importText}>
      <form
        noValidate
        aria-label={copy.importFromWebsite}
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          inspect.mutate({ url: withScheme(url) });
        }}
      >
        <TextField
          hideLabel
          type="url"
          inputMode="url"
          label={copy.productPageUrl}
          placeholder={copy.urlPlaceholder}
          className="min-w-52 flex-1"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Button type="submit" busy={inspect.isPending} disabled={url.trim() === ''}>
          <Globe size={16} aria-hidden /> {inspect.isPending ? copy.importing : copy.import}
        </Button>
      </form>
      <div aria-live="polite" className="empty:hidden">
        {inspect.isSuccess && form.found !== null && (
          <p className="rounded-md bg-good-soft p-3">{copy.found(names.length, names.join(', '))}</p>
        )}
        {inspect.isError && <NotFound error={inspect.error} form={form} />}
      </div>
    </Section>
  );
}

function withScheme(url: string): string {
  const trimmed = url.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

const fieldNames: Partial<Record<Field, string>> = copy.fieldNames;

const foundFields = ['title', 'heading', 'description', 'status'] as const;

function NotFound({ error, form }: { readonly error: unknown; readonly form: ProductForm }) {
  const found = foundDetails(error);
  const lines = foundFields.flatMap((field) => {
    const value = found?.[field];
    return value === undefined || value === 200
      ? []
      : [[copy.foundNames[field], String(value).slice(0, 300)] as const];
  });
  const title = found?.heading ?? found?.title;
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-warn-soft p-3">
      <p>{describeError(error)}</p>
      {lines.length > 0 && <Facts facts={lines} className="grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs" />}
      {title !== undefined && (
        <Button onClick={() => form.change({ name: title.slice(0, 120) })}>
          {copy.applyTitle(title.slice(0, 40))}
        </Button>
      )}
    </div>
  );
}
