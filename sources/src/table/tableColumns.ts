import { closestName } from '@magpie/contract';
import { isObject, readString } from '../mapping/fields.ts';
import { fieldGuessed, fits, isUnreadDate, mayBeStatus, resembles } from './tableContents.ts';
import {
  allowsGuess,
  fieldNamed,
  isBareName,
  isPlainName,
  namesSearch,
  tableFields,
  type FieldName,
} from './tableNames.ts';

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

/** Fields whose unambiguous names occur only in tables of ads; images, dates, landing pages and platforms occur elsewhere too. */
const adFields = new Set<FieldName>([
  ...(['externalId', 'advertiser', 'headlines', 'bodies', 'ctaText', 'ctaType'] as const),
  ...(['reach', 'reachMin', 'impressions', 'impressionsMin', 'sourceUrl'] as const),
]);

/** Fields with several values, one of which may be in each column. */
const listFields = new Set<FieldName>(['imageUrls', 'videoUrls']);

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

  /** All columns with unambiguous names, the most specific first; then one with a generic name for each other field. */
  mapByName(): void {
    const explicit = new Set(this.mapped.map(({ field }) => field));
    const named = this.#listNamed().filter(({ field }) => !explicit.has(field));
    for (const { field, column, vague } of named) {
      if (vague && this.has(field)) continue;
      this.mapped.push({ field, column, how: 'name' });
      this.hasAdColumn ||= !vague && adFields.has(field);
    }
  }

  #listNamed() {
    const named = this.names.flatMap((column) => {
      const { field = null, vague = false, rank = 0 } = fieldNamed(column) ?? {};
      if (field === null || this.#isMapped(column) || !fits(field, this.cells(column), vague)) return [];
      return field === 'advertiser' && this.#isOther(column) ? [] : [{ field, column, vague, rank }];
    });
    return named.toSorted((one, other) => Number(one.vague) - Number(other.vague) || one.rank - other.rank);
  }

  /** Whether a column such as `name` is that of a search, of which all rows have one. */
  #isOther(column: string): boolean {
    if (isBareName(column) && new Set(this.cells(column).map(foldCell)).size === 1) return true;
    return isPlainName(column) && this.#isSearched(column);
  }

  /** Whether a column such as `name` repeats what was searched for, which says nothing about who advertises. */
  #isSearched(column: string): boolean {
    return this.names.filter(namesSearch).some((search) => {
      const [named, searched] = [this.cells(column), this.cells(search)].map((cells) => cells.map(foldCell));
      return named?.length === searched?.length && named?.every((name, at) => name === searched?.[at]);
    });
  }

  /** Fields without a column, for unknown names that allow them. Two columns for one field are ambiguous and left out. */
  mapByContents(): void {
    const candidates = this.names.flatMap((column) => {
      if (this.#isMapped(column) || fieldNamed(column)?.field === null) return [];
      const field = fieldGuessed(this.cells(column));
      return field === null || this.has(field) || !allowsGuess(column, field) ? [] : [{ field, column }];
    });
    for (const { field, column } of candidates) {
      const isOnly = candidates.every((other) => other.column === column || other.field !== field);
      if (!isOnly && !listFields.has(field)) continue;
      this.mapped.push({ field, column, how: 'contents' });
      // Only ads have an address in an ad library.
      this.hasAdColumn ||= field === 'sourceUrl';
    }
  }

  /** Whether the column of the status says no more than `status`. */
  get hasVagueStatus(): boolean {
    return this.mapped.some(
      ({ field, column, how }) =>
        field === 'status' && (how === 'contents' || (how === 'name' && fieldNamed(column)?.vague === true)),
    );
  }

  /** Columns that state whether ads run, or their end, in a form that is not read. */
  get unreadRun(): string[] {
    const isUnread = (column: string): boolean => {
      const { field = null, vague = false } = fieldNamed(column) ?? {};
      if (field === 'status') return !this.has('status') && mayBeStatus(this.cells(column), vague);
      return field === 'endDate' && !this.has('endDate') && this.cells(column).some(isUnreadDate);
    };
    return this.leftOut.filter(isUnread);
  }

  /** By name if one fits, else the column with the longest cells of its kind; `null` if no column fits. */
  findLikely(field: 'advertiser' | 'bodies', taken: readonly string[]): string | null {
    const free = this.names.filter((name) => !taken.includes(name) && this.cells(name).length > 0);
    const named = free.find((name) => fieldNamed(name)?.field === field);
    const fitting = free.filter(
      (name) => fieldNamed(name)?.field === undefined && resembles(field, this.cells(name)),
    );
    return (
      named ??
      fitting.toSorted((one, other) => this.#averageLength(other) - this.#averageLength(one))[0] ??
      null
    );
  }

  #averageLength(name: string): number {
    const cells = this.cells(name);
    return cells.reduce<number>((sum, cell) => sum + (readString(cell)?.length ?? 0), 0) / cells.length;
  }
}

function foldCell(cell: unknown): string | null {
  return readString(cell, 200)?.toLowerCase() ?? null;
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
