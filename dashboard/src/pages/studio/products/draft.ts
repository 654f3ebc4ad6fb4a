import type { Answers, CloneProduct, Questions } from '../../../api/types.ts';

/** What a website says of a product. */
export type Found = Answers['cloneProducts']['inspectWebsite'];
type Saved = Questions['cloneProducts']['create'];

/** A product while it is filled in: everything as text. */
export interface Draft {
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
export type Field = keyof Draft;

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

const emptyDraft: Draft = {
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

/** A product, or what was found of one, as it stands in the form. */
export function draftOf(product: Partial<Record<Field, CloneProduct[Field] | null>>): Draft {
  const draft: Partial<Record<Field, string | readonly string[]>> = {};
  for (const field of fields) {
    const value = product[field];
    if (value !== null && value !== undefined)
      draft[field] = typeof value === 'number' ? String(value) : value;
  }
  return { ...emptyDraft, ...draft } as Draft;
}

/** What the website says goes where nothing was said; what somebody has written stays. */
export function withFound(draft: Draft, found: Found): Draft {
  const said = draftOf(found);
  const taken = fields.filter((field) => isEmpty(draft[field]) && !isEmpty(said[field]));
  // A price without its currency, or with another's, would be another price.
  const parts = taken.filter(
    (field) => field !== 'currency' || isEmpty(draft.price) || draft.price === said.price,
  );
  return { ...draft, ...Object.fromEntries(parts.map((field) => [field, said[field]])) };
}

export function isEmpty(value: string | readonly string[]): boolean {
  return value.length === 0;
}

export function isSame(a: string | readonly string[], b: string | readonly string[]): boolean {
  return String(a) === String(b) && a.length === b.length;
}

/** What is sent; what was emptied is sent as nothing, so that it is removed. Rows that were left empty do not count. */
export function savedOf(draft: Draft): Saved {
  return {
    name: draft.name,
    url: draft.url.trim(),
    description: draft.description,
    price: draft.price.trim() === '' ? null : amountOf(draft.price),
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

/** `12.50`, `12,50` and `1 299`; anything else is NaN, which is refused. */
export function amountOf(text: string): number {
  return Number(text.replaceAll(/\s/g, '').replace(/,(?=\d{1,2}$)/, '.'));
}

/** What is wrong with a draft before it is sent; the server says the rest. */
export function wrongIn(draft: Draft): Partial<Record<Field, string>> {
  const amount = amountOf(draft.price);
  return {
    ...(draft.name.trim() === '' && { name: 'Give the product a name.' }),
    ...((!Number.isFinite(amount) || amount < 0) && { price: 'Write the price as a number, such as 49.90.' }),
  };
}

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The server's refusals by field; those of a row (`images.2`) belong to its list. */
export function issuesByField(issues: readonly Issue[]): Partial<Record<Field, string>> {
  const byField: Partial<Record<Field, string>> = {};
  for (const { path, message } of issues) {
    const field = fields.find((one) => path === one || path.startsWith(`${one}.`));
    if (field !== undefined) byField[field] ??= message;
  }
  return byField;
}
