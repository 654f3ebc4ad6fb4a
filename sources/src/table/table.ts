import type { OpenAdInput } from '@magpie/contract';
import type { Platform } from '@magpie/contract/platforms';
import { isObject, readString } from '../mapping/fields.ts';
import { type AdSource, Unmappable } from '../source.ts';
import { splitCell } from './tableCells.ts';
import { TableColumns, isEmptyCell, type MappedColumn } from './tableColumns.ts';
import { splitCurrency } from './measureNames.ts';
import { orderIn } from './tableDates.ts';
import { namesPage, tableFields, type FieldName } from './tableNames.ts';
import { adFromRow, type TableLayout } from './tableRow.ts';
import { findWrapping, unwrapSample, type Unwrap } from './tableWrapping.ts';

export interface TableOptions {
  readonly map?: Readonly<Record<string, string>>;
  readonly platform?: Platform;
}

export interface TableOfAds {
  readonly source: AdSource;
  readonly mapped: readonly MappedColumn[];
  readonly leftOut: readonly string[];
  /** What a reader of the result must know. */
  readonly notes: readonly string[];
}

/** `null` if the records are not ads: without columns for an advertiser and content. Throws WrongMapping. */
export function tableSource(sample: readonly unknown[], options: TableOptions = {}): TableOfAds | null {
  const unwrap = findWrapping(sample);
  const rows = unwrapSample(sample, unwrap);
  const columns = new TableColumns(rows);
  columns.mapExplicitly(options.map ?? {});
  columns.mapByName();
  columns.mapByContents();
  if (!isTableOfAds(columns)) return null;
  return {
    source: createTableSource(columns, unwrap, detectLayout(columns, rows, options)),
    mapped: inOrder(columns.mapped),
    leftOut: columns.leftOut,
    notes: columns.unreadRun.map((column) => describeUnread(column, columns.cells(column))),
  };
}

const maxShownValues = 4;

function describeUnread(column: string, cells: readonly unknown[]): string {
  const values = [...new Set(cells.map(showCell))].slice(0, maxShownValues).map((value) => `'${value}'`);
  return `'${column.slice(0, maxExampleLength)}' seems to state whether ads run, but not in words or dates that are known (${values.join(', ')}); ads of this file count as not running unless another column states it.`;
}

export function columnsIn(sample: readonly unknown[]): readonly string[] {
  return new TableColumns(unwrapSample(sample, findWrapping(sample))).names;
}

export interface SuggestedMapping {
  /** The columns that most resemble an advertiser and a text. */
  readonly map: Readonly<Partial<Record<'advertiser' | 'bodies', string>>>;
  /** The columns of the examples: those of a complete mapping, else the first ones of the table. */
  readonly columns: readonly string[];
  /** Cells of the first rows. */
  readonly examples: readonly (readonly string[])[];
}

const maxExamples = 3;
const maxExampleLength = 60;
const maxExampleColumns = 6;

/** For a table whose names say too little; `null` if no column resembles an advertiser or a text. */
export function suggestMapping(sample: readonly unknown[]): SuggestedMapping | null {
  const rows = unwrapSample(sample, findWrapping(sample));
  const columns = new TableColumns(rows);
  const advertiser = columns.findLikely('advertiser', []);
  const text = columns.findLikely('bodies', advertiser === null ? [] : [advertiser]);
  if (advertiser === null && text === null) return null;
  const shown =
    advertiser === null || text === null ? columns.names.slice(0, maxExampleColumns) : [advertiser, text];
  const examples = rows.filter(isObject).filter((row) => text === null || !isEmptyCell(row[text]));
  return {
    map: { ...(advertiser !== null && { advertiser }), ...(text !== null && { bodies: text }) },
    columns: shown,
    examples: examples.slice(0, maxExamples).map((row) => shown.map((column) => showCell(row[column]))),
  };
}

function showCell(cell: unknown): string {
  const text = (readString(splitCell(cell)[0], 500) ?? '').replaceAll(/\s+/g, ' ');
  return text.length <= maxExampleLength ? text : `${text.slice(0, maxExampleLength - 1)}…`;
}

function isTableOfAds(columns: TableColumns): boolean {
  const hasContent = columns.has('headlines', 'bodies', 'description', 'imageUrls', 'videoUrls', 'sourceUrl');
  const hasAdvertiser = columns.has('advertiser', 'pageUrl', 'landingPageDomain', 'landingPageUrl');
  return hasContent && hasAdvertiser && columns.hasAdColumn;
}

function inOrder(mapped: readonly MappedColumn[]): MappedColumn[] {
  const order = Object.keys(tableFields);
  return mapped.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field));
}

function createTableSource(columns: TableColumns, unwrap: Unwrap, layout: TableLayout): AdSource {
  const known = new Set(columns.mapped.map(({ column }) => column));
  const columnsByField = byField(columns.mapped);
  return {
    name: 'table',
    summary: 'any CSV, TSV, JSON or JSON Lines of flat records',
    recognises: (document) =>
      unwrap(document).some(
        (row) =>
          isObject(row) && Object.entries(row).some(([name, cell]) => known.has(name) && !isEmptyCell(cell)),
      ),
    unfold: unwrap,
    toAd: (record): OpenAdInput => {
      if (!isObject(record)) throw new Unmappable('It is not a record with named fields.');
      return adFromRow((field) => listCells(record, columnsByField.get(field) ?? none), layout);
    },
  };
}

function byField(mapped: readonly MappedColumn[]): Map<FieldName, string[]> {
  const fields = new Map<FieldName, string[]>();
  for (const { field, column } of mapped) fields.set(field, [...(fields.get(field) ?? []), column]);
  return fields;
}

const none: readonly string[] = [];

function listCells(record: Readonly<Record<string, unknown>>, columns: readonly string[]): unknown[] {
  const cells: unknown[] = [];
  for (const column of columns) {
    if (Object.hasOwn(record, column) && !isEmptyCell(record[column])) cells.push(record[column]);
  }
  return cells;
}

const dateFields = [
  'startDate',
  'endDate',
  'firstSeenAt',
  'lastSeenAt',
  'capturedAt',
] as const satisfies FieldName[];

/** Pages are seldom renamed. The same number beside many names is no id of a page. */
const maxNamesOfPage = 2;

function havePageIds(columns: TableColumns, rows: readonly unknown[]): boolean {
  const [id, ...others] = columns.columnsOf('advertiserId');
  const [name] = columns.columnsOf('advertiser');
  if (id === undefined || name === undefined || others.length > 0 || !namesPage(id)) return false;
  const names = new Map<string, Set<string>>();
  for (const row of rows.filter(isObject)) {
    const [page, written] = [readString(row[id], 40), readString(row[name], 200)];
    if (page === null || written === null) continue;
    if (!/^[1-9]\d{4,24}$/.test(page)) return false;
    names.set(page, (names.get(page) ?? new Set()).add(written));
  }
  return [...names.values()].every(({ size }) => size <= maxNamesOfPage);
}

function detectLayout(
  columns: TableColumns,
  rows: readonly unknown[],
  { platform }: TableOptions,
): TableLayout {
  const sampleOf = (field: FieldName): unknown[] =>
    columns.columnsOf(field).flatMap((column) => columns.cells(column));
  const anywhere = orderIn(dateFields.flatMap(sampleOf));
  const links = sampleOf('sourceUrl');
  return {
    dateOrders: Object.fromEntries(dateFields.map((field) => [field, orderIn(sampleOf(field)) ?? anywhere])),
    // An address that repeats in most rows is a search, not an ad.
    hasOwnLinks: links.length < 2 || new Set(links).size > links.length / 2,
    idColumn: columns.columnsOf('externalId')[0] ?? 'externalId',
    advertiserColumn: columns.columnsOf('advertiser')[0] ?? 'advertiser',
    hasPageIds: havePageIds(columns, rows),
    platform: platform ?? null,
    hasVagueStatus: columns.hasVagueStatus,
    hasUnreadRun: columns.unreadRun.length > 0,
    spendCurrency: currencyOfColumns(spendFields.flatMap((field) => columns.columnsOf(field))),
  };
}

const spendFields = ['spend', 'spendMin', 'spendMax'] as const satisfies FieldName[];

/** `null` if the names state none, or different ones. */
function currencyOfColumns(names: readonly string[]): string | null {
  const [code = null, ...others] = new Set(names.map((name) => splitCurrency(name)?.code ?? null));
  return others.length === 0 ? code : null;
}
