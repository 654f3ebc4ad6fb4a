import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { isObject, readInstant } from '../mapping/fields.ts';
import { flattenRow } from './flatRow.ts';
import { platformsIn } from './tableCells.ts';
import {
  fieldNamed,
  isListName,
  isPlainName,
  namesSearch,
  namesStructure,
  type FieldName,
} from './tableNames.ts';
import { parseStatus } from './tableStatus.ts';

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

const asIs: Unwrap = (document) => [flattenRow(document)];

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
  if (found === null) return isEmpty(document) ? [] : [flattenRow(document)];
  return found.rows.map(flattenRow);
}

/** Whether its list of rows has none. */
function isEmpty(document: unknown, depth = maxDepth): boolean {
  if (!isObject(document) || depth === 0) return false;
  return Object.entries(document).some(
    ([name, value]) =>
      isListName(name) && (Array.isArray(value) ? value.flat(2).length === 0 : isEmpty(value, depth - 1)),
  );
}

type Row = Readonly<Record<string, unknown>>;

interface WrappedList {
  /** With the facts of the document, unless a row has its own. */
  readonly rows: readonly Row[];
}

function findList(document: unknown, depth: number): WrappedList | null {
  if (!isObject(document) || depth === 0) return null;
  for (const [name, value] of Object.entries(document)) {
    if (!isListName(name)) continue;
    const rows = listRows(value);
    if (rows !== null) return { rows: withFacts(commonFacts(document), unwrapLists(rows, depth - 1)) };
    const inner = findList(value, depth - 1);
    if (inner !== null) return { rows: withFacts(commonFacts(document), inner.rows) };
  }
  return findMap(document);
}

/** The objects of a list; `null` if it is empty or has anything else. */
function listRows(value: unknown): readonly Row[] | null {
  const rows: unknown[] = Array.isArray(value) ? value.flat(2) : [];
  return rows.length > 0 && rows.every(isObject) ? rows : null;
}

function withFacts(facts: Row, rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => Object.assign({}, facts, row));
}

/** `{"brands": [{"name": "Acme", "ads": […]}]}`: lists inside of the elements of a list. */
function unwrapLists(rows: readonly Row[], depth: number): readonly Row[] {
  const lists = rows.map((row) => findList(row, depth));
  const wrapped = lists.filter((list) => list !== null).length;
  const others = rows.filter((row, at) => lists[at] === null && !isEmpty(row)).length;
  return wrapped > others ? lists.flatMap((list) => list?.rows ?? []) : rows;
}

/**
 * `{"Acme": [{…}], "Ajax": []}` and `{"Acme": {"ads": […]}, "Ajax": {"ads": []}}`: ads under the names of brands or of
 * searches. Other values are facts about all of them.
 */
function findMap(document: Row): WrappedList | null {
  const entries = Object.entries(document).filter(([, value]) => Array.isArray(value) || isObject(value));
  const isNested = entries.length > 1 && entries.every(([, value]) => isObject(value));
  const isMap = entries.length > 0 && entries.every(([name]) => isKey(name));
  if (!isMap || !(isNested || entries.every(([, value]) => isListOfRows(value)))) return null;
  const lists = entries.map(([key, value]) => {
    const rows = isNested ? (findList(value, 1)?.rows ?? null) : listRows(value);
    return { key, rows, isWrong: isNested && rows === null && !isEmpty(value, 1) };
  });
  if (lists.some(({ isWrong }) => isWrong)) return null;
  const rows = lists.flatMap(({ key, rows: own }) => underKey(key, own ?? []));
  return rows.length === 0 ? null : { rows: withFacts(commonFacts(document), rows) };
}

/** A column with the key, which may be a brand or what was searched for: the file does not say which. */
const keyColumn = 'list_name';

function underKey(key: string, rows: readonly Row[]): readonly Row[] {
  return withFacts({ [keyColumn]: key }, rows);
}

function isListOfRows(value: unknown): boolean {
  return Array.isArray(value) && (value.length === 0 || listRows(value) !== null);
}

/** Names of variables, such as `found_items` and `adRecords`. */
const variable = /^[a-z]+(?:_[a-z\d]+)+$|^[a-z]{2,}(?:[A-Z][a-z]+)+$/;

/** Keys of other objects are days, platforms, states, numbers, names of fields and of lists. */
function isKey(key: string): boolean {
  const isOther =
    variable.test(key) ||
    fieldNamed(key) !== undefined ||
    namesStructure(key) ||
    isListName(key) ||
    isPlaceholderName(key, 'column') ||
    platformsIn(key).length > 0 ||
    parseStatus(key) !== null ||
    readInstant(key) !== null;
  return !isOther && key.length <= 100;
}

/** The name of a list or search is not an advertiser. */
function commonFacts(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(document).filter(
      ([name, value]) =>
        (typeof value === 'string' || typeof value === 'number') &&
        ((!isPlainName(name) && inherited.has(fieldNamed(name)?.field)) || namesSearch(name)),
    ),
  );
}
