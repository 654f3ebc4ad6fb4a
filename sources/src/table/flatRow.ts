import { isObject } from '../mapping/fields.ts';
import { fieldNamed, isFiller } from './tableNames.ts';

/** `{"snapshot": {"body": {"text": "…"}}}` is as deep as exports are. */
const maxDepth = 4;

/**
 * A row whose objects are columns: `{"page": {"name": "Acme"}}` becomes `{"page.name": "Acme"}`. An object without any
 * known name stays a cell, such as `{"facebook": true}` under `platforms`.
 */
export function flattenRow<Row>(row: Row): Row | Record<string, unknown> {
  if (!isObject(row) || !Object.values(row).some(isObject)) return row;
  return Object.fromEntries(Object.entries(row).flatMap(([name, cell]) => flattenCell(name, cell, maxDepth)));
}

function flattenCell(name: string, cell: unknown, depth: number): [string, unknown][] {
  if (!isObject(cell) || depth === 0) return [[name, cell]];
  const parts = Object.entries(cell).flatMap(([part, inner]) =>
    flattenCell(`${name}.${part}`, inner, depth - 1),
  );
  return parts.some(([part, inner]) => isKnown(part, inner)) ? parts : [[name, cell]];
}

/** `images.0`, `bodies.de` and `platforms.facebook` have no name of their own below the object. */
function isKnown(part: string, cell: unknown): boolean {
  const last = part.slice(part.lastIndexOf('.') + 1);
  return !isFiller(last) && !isObject(cell) && (fieldNamed(part)?.field ?? null) !== null;
}
