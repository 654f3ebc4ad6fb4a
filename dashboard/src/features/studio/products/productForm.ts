import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import type { CloneProduct, RouterInputs, RouterOutputs } from '../../../lib/api/types.ts';
import { describeError, getIssues, type Issue } from '../../../lib/errors.ts';
import { toast } from '../../../ui/toast.tsx';
import { uploadImage } from '../images/uploads.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

export type Found = RouterOutputs['cloneProducts']['inspectWebsite'];
type Saved = RouterInputs['cloneProducts']['create'];
export type Font = CloneProduct['font'];

const emptyDraft = {
  name: '',
  url: '',
  description: '',
  price: '',
  currency: '',
  brandName: '',
  logoUrl: '',
  images: [] as readonly string[],
  colors: [] as readonly string[],
  font: 'sans' as Font,
  sellingPoints: [] as readonly string[],
  audience: '',
  tone: '',
};

/** The state of the form: every field as text. */
export type ProductDraft = Readonly<typeof emptyDraft>;
export type Field = keyof ProductDraft;

const fields = Object.keys(emptyDraft) as readonly Field[];

export function productDraft(product: Partial<Record<Field, CloneProduct[Field] | null>>): ProductDraft {
  const draft: Partial<Record<Field, string | readonly string[]>> = {};
  for (const field of fields) {
    const value = product[field];
    if (value !== null && value !== undefined)
      draft[field] = typeof value === 'number' ? String(value) : value;
  }
  return { ...emptyDraft, ...draft } as ProductDraft;
}

/** Fills empty fields from the website; existing values stay. */
export function withFound(draft: ProductDraft, found: Found): ProductDraft {
  const values = productDraft(found);
  const taken = fields.filter((field) => isBlank(draft[field]) && !isBlank(values[field]));
  // A currency belongs to its price: it is only taken together with it.
  const parts = taken.filter(
    (field) => field !== 'currency' || isBlank(draft.price) || draft.price === values.price,
  );
  return { ...draft, ...Object.fromEntries(parts.map((field) => [field, values[field]])) };
}

export function isBlank(value: string | readonly string[]): boolean {
  return value.length === 0;
}

export function isSame(a: string | readonly string[], b: string | readonly string[]): boolean {
  return String(a) === String(b) && a.length === b.length;
}

/** The input for saving. Cleared fields are sent empty, so that they are removed; empty rows are dropped. */
export function saveInput(draft: ProductDraft): Saved {
  return {
    ...draft,
    url: draft.url.trim(),
    price: draft.price.trim() === '' ? null : parsePrice(draft.price),
    logoUrl: draft.logoUrl.trim(),
    images: filled(draft.images),
    colors: filled(draft.colors),
    sellingPoints: filled(draft.sellingPoints),
  };
}

function filled(rows: readonly string[]): string[] {
  return rows.map((row) => row.trim()).filter((row) => row !== '');
}

/** `12.50`, `12,50` and `1 299`; anything else is NaN, which fails validation. */
export function parsePrice(text: string): number {
  return Number(text.replaceAll(/\s/g, '').replace(/,(?=\d{1,2}$)/, '.'));
}

/** Client-side validation; the server checks the rest. */
export function validate(draft: ProductDraft): Partial<Record<Field, string>> {
  const amount = parsePrice(draft.price);
  return {
    ...(draft.name.trim() === '' && { name: copy.nameError }),
    ...((!Number.isFinite(amount) || amount < 0) && { price: copy.priceError }),
  };
}

/** The server's first issue of each field; those of a row (`images.2`) belong to its list. */
export function issuesByField(issues: readonly Issue[]): Partial<Record<Field, string>> {
  const known = issues.filter(({ field }) => Object.hasOwn(emptyDraft, field));
  return Object.fromEntries(known.toReversed().map(({ field, message }) => [field, message]));
}

export function useProductForm(product: CloneProduct | null, onSaved: () => void) {
  const [draft, setDraft] = useState(() => productDraft(product ?? {}));
  const [teamId, setTeamId] = useState<number | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [copied, setCopied] = useState<readonly string[]>([]);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fieldErrors, setFieldErrors] = useState<Partial<Record<keyof ProductDraft, string>>>({});
  const save = useMutation({
    mutationFn: async () => {
      const saved = await saveProduct(product, draft, teamId);
      const urls = copied.filter((url) => url === draft.logoUrl || draft.images.includes(url));
      const errors = [
        ...(await copyImages(urls, saved.id, draft.logoUrl)),
        ...(await uploadFiles(files, saved.id)),
      ];
      return { saved, errors, total: urls.length + files.length };
    },
    onSuccess: ({ saved, errors, total }) => {
      const failure = copy.imagesFailed(errors.length, total, errors[0]);
      toast(errors.length === 0 ? copy.saved(saved.name) : copy.savedPartly(saved.name, failure));
      onSaved();
    },
    onError: (error) => setFieldErrors(issuesByField(getIssues(error))),
    meta: {
      invalidates: [
        api.cloneProducts.pathFilter(),
        api.brandImages.pathFilter(),
        api.ads.getClonePayload.pathFilter(),
      ],
    },
  });
  return {
    draft,
    found,
    copied,
    files,
    setFiles,
    fieldErrors,
    teamId,
    setTeamId,
    change: (part: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...part })),
    setCopied: (url: string, isCopied: boolean) =>
      setCopied((before) => [...before.filter((one) => one !== url), ...(isCopied ? [url] : [])]),
    applyFound: (result: Found) => {
      setFound(result);
      setDraft((before) => withFound(before, result));
    },
    isSaving: save.isPending,
    error: save.isError && getIssues(save.error).length === 0 ? save.error : null,
    save: () => {
      const errors = validate(draft);
      setFieldErrors(errors);
      if (Object.keys(errors).length === 0) save.mutate();
    },
  };
}
export type ProductForm = ReturnType<typeof useProductForm>;

function saveProduct(
  product: CloneProduct | null,
  draft: ProductDraft,
  teamId: number | null,
): Promise<CloneProduct> {
  const saved = saveInput(draft);
  return product === null
    ? client.cloneProducts.create.mutate({ ...saved, teamId })
    : client.cloneProducts.update.mutate({ ...saved, id: product.id });
}

/** Copies images one after the other, since each is fetched from the website; returns the errors. */
async function copyImages(urls: readonly string[], productId: number, logoUrl: string): Promise<string[]> {
  const errors: string[] = [];
  for (const url of urls) {
    const kind = url === logoUrl ? 'logo' : 'product';
    await client.brandImages.keep
      .mutate({ url, productId, kind })
      .catch((error: unknown) => errors.push(describeError(error)));
  }
  return errors;
}

/** In order, so that the last one is the newest; returns the errors. */
async function uploadFiles(files: readonly File[], productId: number): Promise<string[]> {
  const errors: string[] = [];
  for (const file of files) {
    await uploadImage(file, { kind: 'product', productId }).catch((error: unknown) =>
      errors.push(`${file.name}: ${describeError(error)}`),
    );
  }
  return errors;
}
