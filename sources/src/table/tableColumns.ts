import { closestName } from '@magpie/contract';
import { isObject } from '../mapping/fields.ts';
import { fieldGuessed, fits } from './tableContents.ts';
import { fieldNamed, tableFields, type FieldName } from './tableNames.ts';

export interface MappedColumn {
  readonly field: FieldName;
  readonly column: string;
  /** Set with `--map`, found by name, or guessed from the contents. */
  readonly how: 'option' | 'name' | 'contents';
}

/** A `--map` with an unknown field or column. */
export class WrongMapping extends Error {
  override readonly name = 'WrongMapping';
}

/** Fields whose unambiguous names occur only in tables of ads; images, dates and addresses occur in other tables too. */
const adFields: ReadonlySet<FieldName> = new Set([
  'externalId',
  'advertiser',
  'headlines',
  'bodies',
  'ctaText',
  'ctaType',
  'landingPageUrl',
  'platforms',
  'reach',
  'reachMin',
  'sourceUrl',
]);

/** Bounds the work: each column is checked against the whole sample. */
const maxColumns = 1000;

export class TableColumns {
  readonly names: readonly string[];
  readonly #cells = new Map<string, unknown[]>();
  readonly mapped: MappedColumn[] = [];
  hasAdColumn = false;

  constructor(sample: readonly unknown[]) {
    for (const record of sample.filter(isObject)) {
      for (const [name, cell] of Object.entries(record)) {
        if (isEmptyCell(cell) && this.#cells.has(name)) continue;
        const cells = this.#cells.get(name) ?? [];
        if (!isEmptyCell(cell)) cells.push(cell);
        if (this.#cells.size < maxColumns) this.#cells.set(name, cells);
      }
    }
    this.names = [...this.#cells.keys()];
  }

  cells(name: string): readonly unknown[] {
    return this.#cells.get(name) ?? [];
  }

  columnsOf(field: FieldName): string[] {
    return this.mapped.filter((mapped) => mapped.field === field).map(({ column }) => column);
  }

  has(...fields: readonly FieldName[]): boolean {
    return fields.some((field) => this.mapped.some((mapped) => mapped.field === field));
  }

  get leftOut(): string[] {
    return this.names.filter((name) => !this.#isMapped(name));
  }

  #isMapped(name: string): boolean {
    return this.mapped.some(({ column }) => column === name);
  }

  /** An explicit mapping takes precedence. */
  mapExplicitly(map: Readonly<Record<string, string>>): void {
    for (const [field, column] of Object.entries(map)) {
      this.mapped.push({ field: parseField(field), column: this.#findColumn(column), how: 'option' });
      this.hasAdColumn = true;
    }
  }

  #findColumn(column: string): string {
    const found =
      this.names.find((name) => name === column) ??
      this.names.find((name) => name.toLowerCase() === column.toLowerCase());
    if (found !== undefined) return found;
    throw new WrongMapping(`There is no column '${column}'; ${suggestion(column, this.names)}.`);
  }

  /** First by unambiguous names, then by generic names for fields without a column. */
  mapByName(): void {
    const explicit = new Set(this.mapped.map(({ field }) => field));
    for (const vague of [false, true]) {
      const sure = new Set(this.mapped.map(({ field }) => field));
      for (const column of this.names) {
        const named = fieldNamed(column);
        if (
          named?.field === undefined ||
          named.field === null ||
          named.vague !== vague ||
          this.#isMapped(column)
        )
          continue;
        const { field } = named;
        if (explicit.has(field) || (vague && sure.has(field)) || !fits(field, this.cells(column))) continue;
        this.mapped.push({ field, column, how: 'name' });
        this.hasAdColumn ||= !vague && adFields.has(field);
      }
    }
  }

  mapByContents(): void {
    for (const column of this.names) {
      if (this.#isMapped(column) || fieldNamed(column)?.field === null) continue;
      const field = fieldGuessed(this.cells(column), (wanted) => !this.has(wanted));
      if (field === null) continue;
      this.mapped.push({ field, column, how: 'contents' });
      // Only ads have an address in an ad library.
      this.hasAdColumn ||= field === 'sourceUrl';
    }
  }
}

export function isEmptyCell(cell: unknown): boolean {
  if (Array.isArray(cell)) return cell.length === 0;
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(tableFields, name);
}

function parseField(name: string): FieldName {
  if (isField(name)) return name;
  throw new WrongMapping(`There is no field '${name}'; ${suggestion(name, Object.keys(tableFields))}.`);
}

function suggestion(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  return meant === undefined ? `use one of ${known.slice(0, 60).join(', ')}` : `did you mean '${meant}'`;
}
