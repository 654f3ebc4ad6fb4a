import { getPath, isObject, readString, readTexts } from '@magpie/sources/mapping/fields';
import { splitCell } from '@magpie/sources/table/tableCells';
import { isEmptyCell } from '@magpie/sources/table/tableColumns';
import { datesIn, orderIn } from '@magpie/sources/table/tableDates';
import { columnKey } from '@magpie/sources/table/tableNames';
import columnNames from './columnNames.json' with { type: 'json' };

/** Board names from the outermost to the one that contains the ad. */
type BoardPath = readonly string[];

type SwipeField = keyof typeof columnNames;

/** Creation date of the record in the tool; in other tables it may be that of the ad. */
const madeAt = new Set(
  ['created at', 'created', 'created on', 'created date', 'date created'].map(columnKey),
);

const byName: ReadonlyMap<string, SwipeField> = new Map(
  Object.entries(columnNames).flatMap(([field, lines]) =>
    lines
      .flatMap((line) => line.split(/,\s*/))
      .map((name) => [columnKey(name), field as SwipeField] as const),
  ),
);

export interface SwipeColumn {
  readonly field: SwipeField;
  readonly column: string;
  readonly how: 'name';
}

export function swipeColumnsIn(sample: readonly unknown[]): SwipeColumn[] {
  const names = new Set(sample.filter(isObject).flatMap((record) => Object.keys(record)));
  const found = [...names].flatMap((column) => {
    const field = byName.get(columnKey(column));
    return field === undefined ? [] : [{ field, column, how: 'name' as const }];
  });
  const dated = found.some(({ field }) => field === 'savedAt');
  const made = [...names].find((column) => madeAt.has(columnKey(column)));
  // Use the creation date only if other swipe columns exist: then the file is from a swipe file tool.
  return dated || found.length === 0 || made === undefined
    ? found
    : [...found, { field: 'savedAt', column: made, how: 'name' }];
}

export interface SwipeDetails {
  readonly boards: readonly BoardPath[];
  readonly note: string | null;
  readonly savedAt: string | null;
}

export function createDetailsReader(columns: readonly SwipeColumn[], sample: readonly unknown[]) {
  const cellsOf = (record: Readonly<Record<string, unknown>>, field: SwipeField): unknown[] =>
    columns
      .filter((each) => each.field === field)
      .map(({ column }) => (Object.hasOwn(record, column) ? record[column] : undefined))
      .filter((cell) => !isEmptyCell(cell));
  const order = orderIn(sample.filter(isObject).flatMap((record) => cellsOf(record, 'savedAt')));
  return (record: Readonly<Record<string, unknown>>): SwipeDetails => ({
    boards: parseBoards(cellsOf(record, 'folders'), cellsOf(record, 'boards')),
    note: joinNotes(cellsOf(record, 'notes'), cellsOf(record, 'tags')),
    savedAt: cellsOf(record, 'savedAt').map((cell) => datesIn(cell, order).start)[0] ?? null,
  });
}

const maxNameLength = 120;
const maxLevels = 8;
const maxBoards = 50;
const maxCellLength = 10_000;

/** Boards are inside the folder of their row; with several folders the nesting is ambiguous. */
function parseBoards(folderCells: readonly unknown[], boardCells: readonly unknown[]): BoardPath[] {
  const folders = folderCells.flatMap(pathsIn);
  const boards = boardCells.flatMap(pathsIn);
  const [folder, ...others] = folders;
  if (folder === undefined || boards.length === 0 || others.length > 0)
    return distinct([...folders, ...boards]);
  return distinct(boards.map((board) => [...folder, ...board].slice(0, maxLevels)));
}

/** Boards separated by commas, semicolons or bars, unless the cell is a list; `A / B` and `A > B` mean B in A. */
function pathsIn(cell: unknown): BoardPath[] {
  const names = namesIn(cell);
  const isText = names.length === 1 && typeof cell === 'string' && names[0] === cell.trim();
  const each = isText ? cell.slice(0, maxCellLength).split(/[,;|\n]/) : names;
  return each.map(parsePath).filter((path) => path.length > 0);
}

/** The elements of a list; a board or tag may be an object with a name. */
function namesIn(cell: unknown): unknown[] {
  const parts = Array.isArray(cell) || isObject(cell) ? [cell].flat() : splitCell(cell);
  return parts.map((part) => (isObject(part) ? (getPath(part, 'name') ?? getPath(part, 'title')) : part));
}

function parsePath(name: unknown): BoardPath {
  const levels = (readString(name, 2000) ?? '').split(/\/|\s[>›»]\s/);
  return levels
    .map((level) => readString(level, maxNameLength))
    .filter((level) => level !== null)
    .slice(0, maxLevels);
}

function distinct(paths: readonly BoardPath[]): BoardPath[] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()].slice(0, maxBoards);
}

const maxNote = 5000;
const maxTags = 100;

/** Saved ads have no tags, so they are appended to the note. */
function joinNotes(notes: readonly unknown[], tags: readonly unknown[]): string | null {
  const words = readTexts(tags.flatMap(namesIn).flatMap(tagsIn), 100).slice(0, maxTags);
  return readString([...readTexts(notes.flatMap(splitCell), maxNote), words.join(' ')].join('\n\n'), maxNote);
}

function tagsIn(cell: unknown): string[] {
  return (readString(cell, maxNote) ?? '')
    .split(/[,;|\n]|\s(?=#)/)
    .map((tag) => tag.trim().replace(/^#+/, '').replaceAll(/\s+/g, '-'))
    .filter(Boolean)
    .map((tag) => `#${tag}`);
}
