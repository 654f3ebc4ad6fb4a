import { isObject } from '../mapping/fields.ts';
import { fieldNamed, isListName, isPlainName, type FieldName } from './tableNames.ts';

/** Rows in a list inside of each document: `{"brand_name": "Acme", "ads": [{…}, {…}]}`. */
export type Unwrap = (document: unknown) => readonly unknown[];

/** `{"data": {"page": {"ads": […]}}}` is as deep as exports are. */
const maxDepth = 4;
const maxRows = 1000;

/** Facts of the advertiser or the export, which hold for every row of the list. */
const inherited: ReadonlySet<FieldName | null | undefined> = new Set<FieldName>([
  ...(['advertiser', 'advertiserId', 'pageUrl', 'logoUrl', 'categories'] as const),
  ...(['platforms', 'capturedAt'] as const),
]);

const asIs: Unwrap = (document) => [document];

/**
 * How to get from the documents of a file to their rows: as they are, unless most of them contain a list of rows. A
 * document with an empty list, of a brand without ads, counts as neither.
 */
export function findWrapping(sample: readonly unknown[]): Unwrap {
  const wrapped = sample.filter((document) => findList(document, maxDepth) !== null);
  const others = sample.filter((document) => findList(document, maxDepth) === null && !isEmpty(document));
  return wrapped.length > others.length ? unwrapDocument : asIs;
}

export function unwrapSample(sample: readonly unknown[], unwrap: Unwrap): readonly unknown[] {
  const rows: unknown[] = [];
  for (const document of sample) {
    if (rows.length >= maxRows) break;
    for (const row of unwrap(document).slice(0, maxRows - rows.length)) rows.push(row);
  }
  return rows;
}

/** A document without a list stays, and is reported as no ad. */
function unwrapDocument(document: unknown): readonly unknown[] {
  const found = findList(document, maxDepth);
  if (found === null) return isEmpty(document) ? [] : [document];
  const { rows, common } = found;
  return rows.map((row) => Object.assign({}, common, row));
}

/** Whether its list of rows has none. */
function isEmpty(document: unknown, depth = maxDepth): boolean {
  if (!isObject(document) || depth === 0) return false;
  return Object.entries(document).some(
    ([name, value]) =>
      isListName(name) && (Array.isArray(value) ? value.flat(2).length === 0 : isEmpty(value, depth - 1)),
  );
}

interface WrappedList {
  readonly rows: readonly unknown[];
  readonly common: Readonly<Record<string, unknown>>;
}

function findList(document: unknown, depth: number): WrappedList | null {
  if (!isObject(document) || depth === 0) return null;
  for (const [name, value] of Object.entries(document)) {
    if (!isListName(name)) continue;
    const rows = Array.isArray(value) ? value.flat(2) : [];
    if (rows.length > 0 && rows.every(isObject)) return { rows, common: commonFacts(document) };
    const inner = findList(value, depth - 1);
    if (inner !== null) return { ...inner, common: { ...commonFacts(document), ...inner.common } };
  }
  return null;
}

/** The name of a list or search is not an advertiser. */
function commonFacts(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(document).filter(
      ([name, value]) =>
        (typeof value === 'string' || typeof value === 'number') &&
        !isPlainName(name) &&
        inherited.has(fieldNamed(name)?.field),
    ),
  );
}
