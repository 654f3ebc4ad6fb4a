import { tableSource } from '@magpie/sources/table/table';
import { z } from 'zod';
import { readLabelledSet, toQuality, type Quality } from '../qualityTable.ts';

/** Invented tables in the manner of real exports. Columns without a field are about the ad, or not about ads at all. */
const labelledTable = z.strictObject({
  name: z.string(),
  isAds: z.boolean(),
  fields: z.record(z.string(), z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
});
type LabelledTable = z.infer<typeof labelledTable>;

export const tuning = readLabelledSet('tables.tuning', labelledTable);
/** Written before the result on any of them was seen. */
export const heldOut = readLabelledSet('tables.heldOut', labelledTable);

interface JudgedTable extends LabelledTable {
  readonly isAccepted: boolean;
  readonly found: Readonly<Record<string, string>>;
}

function judgeTable(table: LabelledTable): JudgedTable {
  const read = tableSource(table.rows);
  const found = Object.fromEntries((read?.mapped ?? []).map(({ field, column }) => [column, field]));
  return { ...table, isAccepted: read !== null, found };
}

export function countRead(tables: readonly LabelledTable[]) {
  const judged = tables.map(judgeTable);
  const [ads, others] = [judged.filter(({ isAds }) => isAds), judged.filter(({ isAds }) => !isAds)];
  return {
    ads: ads.length,
    read: ads.filter(({ isAccepted }) => isAccepted).length,
    others: others.length,
    refused: others.filter(({ isAccepted }) => !isAccepted).length,
  };
}

/** One row per field, then `all`; a table of something else has no fields. */
export function measureTables(tables: readonly LabelledTable[]): Quality[] {
  const judged = tables.map(judgeTable);
  const columns = judged.flatMap(({ isAds, fields, found }) =>
    [...new Set([...Object.keys(fields), ...Object.keys(found)])].map((column) => ({
      labelled: isAds ? fields[column] : undefined,
      found: found[column],
    })),
  );
  const names = [...new Set(columns.flatMap(({ labelled, found }) => [labelled, found]))];
  const measure = (name: string, concerns: (field: string | undefined) => boolean): Quality => {
    const labelled = columns.filter((column) => concerns(column.labelled));
    const found = columns.filter((column) => concerns(column.found));
    const right = labelled.filter((column) => column.found === column.labelled).length;
    return toQuality(name, labelled.length, found.length, right);
  };
  const named = names.filter((name) => name !== undefined).toSorted();
  return [
    ...named.map((name) => measure(name, (field) => field === name)),
    measure('all', (field) => field !== undefined),
  ];
}

export function listErrors(table: LabelledTable): string[] {
  const { name, isAds, isAccepted, fields, found } = judgeTable(table);
  if (isAds !== isAccepted) return [`${name}: ${isAccepted ? 'accepted' : 'refused'}`];
  const columns = [...new Set([...Object.keys(fields), ...Object.keys(found)])];
  return columns
    .filter((column) => fields[column] !== found[column])
    .map(
      (column) => `${name}: ${column} is ${fields[column] ?? 'no field'}, found ${found[column] ?? 'none'}`,
    );
}
