import { getList, getPath, isObject, readString } from '../mapping/fields.ts';

/**
 * Rows of a BigQuery query response. Values have no names: a row is `{f: [{v}, …]}` in the order of the fields of the
 * schema, a record has the same form, and the entries of a repeated field are `{v}`.
 */

export interface BigQueryField {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly fields?: readonly BigQueryField[];
}

export function isQueryResponse(document: unknown): boolean {
  return (
    Array.isArray(getPath(document, 'schema', 'fields')) &&
    getList(document, 'rows').every(hasCells(document))
  );
}

function hasCells(document: unknown): (row: unknown) => boolean {
  const { length } = getList(document, 'schema', 'fields');
  return (row) => getList(row, 'f').length === length;
}

/** The rows with the names of their fields, as an export to JSON has them: integers and dates are text. */
export function decodeRows(document: unknown): Record<string, unknown>[] {
  const fields = getList(document, 'schema', 'fields');
  return getList(document, 'rows').map((row) => decodeRecord(fields, row));
}

function decodeRecord(fields: readonly unknown[], record: unknown): Record<string, unknown> {
  const cells = getList(record, 'f');
  // Not by assignment, which would set the prototype for a field named `__proto__`.
  return Object.fromEntries(
    fields.map((field, index) => [
      readString(getPath(field, 'name'), 300) ?? '',
      decodeCell(field, getPath(cells[index], 'v')),
    ]),
  );
}

function decodeCell(field: unknown, value: unknown): unknown {
  if (getPath(field, 'mode') !== 'REPEATED') return decodeValue(field, value);
  return Array.isArray(value) ? value.map((entry) => decodeValue(field, getPath(entry, 'v'))) : [];
}

function decodeValue(field: unknown, value: unknown): unknown {
  switch (getPath(field, 'type')) {
    case 'RECORD':
    case 'STRUCT':
      return isObject(value) ? decodeRecord(getList(field, 'fields'), value) : null;
    case 'BOOLEAN':
    case 'BOOL':
      return typeof value === 'string' ? value === 'true' : null;
    case 'FLOAT':
    case 'FLOAT64':
      return decodeFloat(value);
    default:
      return typeof value === 'string' ? value : null;
  }
}

/** `NaN` and `Infinity` stay text, as in an export. */
function decodeFloat(value: unknown): number | string | null {
  if (typeof value !== 'string') return null;
  const number = Number(value);
  return value.trim() !== '' && Number.isFinite(number) ? number : value;
}
