import type { RouterOutputs, CloneProduct, RouterInputs } from '../../../lib/api/types.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

export type Found = RouterOutputs['cloneProducts']['inspectWebsite'];
type Saved = RouterInputs['cloneProducts']['create'];

/** The state of the form: every field as text. */
export interface ProductDraft {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly price: string;
  readonly currency: string;
  readonly brandName: string;
  readonly logoUrl: string;
  readonly images: readonly string[];
  readonly colors: readonly string[];
  readonly sellingPoints: readonly string[];
  readonly audience: string;
  readonly tone: string;
}
export type Field = keyof ProductDraft;

const fields: readonly Field[] = [
  'name',
  'url',
  'description',
  'price',
  'currency',
  'brandName',
  'logoUrl',
  'images',
  'colors',
  'sellingPoints',
  'audience',
  'tone',
];

const emptyDraft: ProductDraft = {
  name: '',
  url: '',
  description: '',
  price: '',
  currency: '',
  brandName: '',
  logoUrl: '',
  images: [],
  colors: [],
  sellingPoints: [],
  audience: '',
  tone: '',
};

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
  const taken = fields.filter((field) => isEmpty(draft[field]) && !isEmpty(values[field]));
  // A currency belongs to its price: it is only taken together with it.
  const parts = taken.filter(
    (field) => field !== 'currency' || isEmpty(draft.price) || draft.price === values.price,
  );
  return { ...draft, ...Object.fromEntries(parts.map((field) => [field, values[field]])) };
}

export function isEmpty(value: string | readonly string[]): boolean {
  return value.length === 0;
}

export function isSame(a: string | readonly string[], b: string | readonly string[]): boolean {
  return String(a) === String(b) && a.length === b.length;
}

/** The input for saving. Cleared fields are sent empty, so that they are removed; empty rows are dropped. */
export function saveInput(draft: ProductDraft): Saved {
  return {
    name: draft.name,
    url: draft.url.trim(),
    description: draft.description,
    price: draft.price.trim() === '' ? null : parsePrice(draft.price),
    currency: draft.currency,
    brandName: draft.brandName,
    logoUrl: draft.logoUrl.trim(),
    images: filled(draft.images),
    colors: filled(draft.colors),
    sellingPoints: filled(draft.sellingPoints),
    audience: draft.audience,
    tone: draft.tone,
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

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The server's issues by field; those of a row (`images.2`) belong to its list. */
export function issuesByField(issues: readonly Issue[]): Partial<Record<Field, string>> {
  const byField: Partial<Record<Field, string>> = {};
  for (const { path, message } of issues) {
    const field = fields.find((one) => path === one || path.startsWith(`${one}.`));
    if (field !== undefined) byField[field] ??= message;
  }
  return byField;
}
