import { nearest } from '@magpie/contract';
import { isObject } from '../mapping/fields.ts';
import { fieldGuessed, fits } from './tableContents.ts';
import { tableFields, type FieldName } from './tableFields.ts';
import { fieldNamed } from './tableNames.ts';

/** Which columns of a table are what. */

export interface MappedColumn {
  readonly field: FieldName;
  readonly column: string;
  /** Told by whoever imports, seen by its name, or guessed from what stands in it. */
  readonly how: 'told' | 'name' | 'contents';
}

/** A `--map` that names what is not there; the message is one sentence. */
export class WrongMapping extends Error {
  override readonly name = 'WrongMapping';
}

/** Other tables have pictures, dates and addresses too, but none of these under an unmistakable name. */
const telling: ReadonlySet<FieldName> = new Set([
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

/** Wider tables are not made by people, and every column costs a look at the whole sample. */
const mostColumns = 1000;

export class Columns {
  readonly names: readonly string[];
  readonly #cells = new Map<string, unknown[]>();
  readonly mapped: MappedColumn[] = [];
  /** Whether a name was seen that only tables of ads have. */
  isTelling = false;

  constructor(sample: readonly unknown[]) {
    for (const record of sample.filter(isObject)) {
      for (const [name, cell] of Object.entries(record)) {
        if (isEmpty(cell) && this.#cells.has(name)) continue;
        const cells = this.#cells.get(name) ?? [];
        if (!isEmpty(cell)) cells.push(cell);
        if (this.#cells.size < mostColumns) this.#cells.set(name, cells);
      }
    }
    this.names = [...this.#cells.keys()];
  }

  /** The cells of a column in the sample that are not empty. */
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

  /** What was told goes before everything else. */
  mapAsTold(map: Readonly<Record<string, string>>): void {
    for (const [field, column] of Object.entries(map)) {
      this.mapped.push({ field: fieldCalled(field), column: this.#columnCalled(column), how: 'told' });
      this.isTelling = true;
    }
  }

  #columnCalled(column: string): string {
    const found =
      this.names.find((name) => name === column) ??
      this.names.find((name) => name.toLowerCase() === column.toLowerCase());
    if (found !== undefined) return found;
    throw new WrongMapping(`There is no column '${column}'; ${suggestion(column, this.names)}.`);
  }

  /** First by the names that leave no doubt, then by those that any table has where nothing better was found. */
  mapByName(): void {
    const told = new Set(this.mapped.map(({ field }) => field));
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
        if (told.has(field) || (vague && sure.has(field)) || !fits(field, this.cells(column))) continue;
        this.mapped.push({ field, column, how: 'name' });
        this.isTelling ||= !vague && telling.has(field);
      }
    }
  }

  /** What the contents of the other columns look like, for fields that have no column yet. */
  mapByContents(): void {
    for (const column of this.names) {
      if (this.#isMapped(column) || fieldNamed(column)?.field === null) continue;
      const field = fieldGuessed(this.cells(column), (wanted) => !this.has(wanted));
      if (field === null) continue;
      this.mapped.push({ field, column, how: 'contents' });
      // Nothing but an ad has an address in a library of ads.
      this.isTelling ||= field === 'sourceUrl';
    }
  }
}

export function isEmpty(cell: unknown): boolean {
  if (Array.isArray(cell)) return cell.length === 0;
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(tableFields, name);
}

function fieldCalled(name: string): FieldName {
  if (isField(name)) return name;
  throw new WrongMapping(`There is no field '${name}'; ${suggestion(name, Object.keys(tableFields))}.`);
}

function suggestion(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? `use one of ${known.slice(0, 60).join(', ')}` : `did you mean '${meant}'`;
}
