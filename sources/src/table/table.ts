import type { OpenAdInput } from '@magpie/contract';
import type { Platform } from '@magpie/contract/platforms';
import { isObject } from '../mapping/fields.ts';
import { type AdSource, Unmappable } from '../source.ts';
import { TableColumns, isEmptyCell, type MappedColumn } from './tableColumns.ts';
import { orderIn } from './tableDates.ts';
import { tableFields, type FieldName } from './tableNames.ts';
import { adFromRow, type TableLayout } from './tableRow.ts';

export interface TableOptions {
  readonly map?: Readonly<Record<string, string>>;
  readonly platform?: Platform;
}

export interface TableOfAds {
  readonly source: AdSource;
  readonly mapped: readonly MappedColumn[];
  readonly leftOut: readonly string[];
}

/** `null` if the records are not ads: without columns for an advertiser and content. Throws WrongMapping. */
export function tableSource(sample: readonly unknown[], options: TableOptions = {}): TableOfAds | null {
  const columns = new TableColumns(sample);
  columns.mapExplicitly(options.map ?? {});
  columns.mapByName();
  columns.mapByContents();
  if (!isTableOfAds(columns)) return null;
  return {
    source: createTableSource(columns, options),
    mapped: inOrder(columns.mapped),
    leftOut: columns.leftOut,
  };
}

export function columnsIn(sample: readonly unknown[]): readonly string[] {
  return new TableColumns(sample).names;
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

function createTableSource(columns: TableColumns, options: TableOptions): AdSource {
  const layout = detectLayout(columns, options);
  const known = new Set(columns.mapped.map(({ column }) => column));
  const columnsByField = byField(columns.mapped);
  return {
    name: 'table',
    summary: 'any CSV, TSV, JSON or JSON Lines of flat records',
    recognises: (document) =>
      isObject(document) &&
      Object.entries(document).some(([name, cell]) => known.has(name) && !isEmptyCell(cell)),
    unfold: (document) => [document],
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

function detectLayout(columns: TableColumns, { platform }: TableOptions): TableLayout {
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
    platform: platform ?? null,
  };
}
