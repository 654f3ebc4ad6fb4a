import { cellOf, type Entry, tableOf } from './callTable.ts';
import { oneLine, padded, widthOf } from './callText.ts';

/** A result as text: lists as tables, every other field on its own line. */
export function linesOf(result: unknown, width: number): string[] {
  if (Array.isArray(result)) return listLines(result, width);
  return isEntry(result) ? recordLines(result, width) : [cellOf(result)];
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listLines(values: readonly unknown[], width: number): string[] {
  if (values.length === 0) return ['none'];
  if (!values.every(isEntry)) return values.map(cellOf);
  const { lines, leftOut } = tableOf(values, width);
  return leftOut.length === 0 ? [...lines] : [...lines, `(not shown: ${leftOut.join(', ')})`];
}

function recordLines(record: Entry, width: number): string[] {
  const fields = flatten(record, '');
  const plain = fields.filter(([, value]) => !isTable(value));
  const widest = Math.max(0, ...plain.map(([name]) => widthOf(name)));
  const lines = plain.map(([name, value]) => `${padded(name, widest)}  ${cellOf(value)}`.trimEnd());
  for (const [name, value] of fields.filter(([, one]) => isTable(one))) {
    lines.push('', name, ...linesOf(value, width));
  }
  return lines;
}

/** Objects inside of objects become `stats.totalAds`. */
function flatten(record: Entry, above: string): [string, unknown][] {
  return Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
    const name = `${above}${oneLine(key)}`;
    return isEntry(value) && Object.keys(value).length > 0 ? flatten(value, `${name}.`) : [[name, value]];
  });
}

function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isEntry);
}
