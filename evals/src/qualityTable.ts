import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Reads `evals/data/<name>.jsonl`: one labelled record per line. */
export function readLabelledSet<T>(name: string, schema: z.ZodType<T>): readonly T[] {
  const lines = readFileSync(new URL(`../data/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

export interface Quality {
  readonly name: string;
  readonly labelled: number;
  readonly found: number;
  readonly precision: number;
  readonly recall: number;
}

export function formatPercent(share: number): string {
  return Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`;
}

interface Report<Item> {
  readonly tuning: readonly Item[];
  readonly heldOut: readonly Item[];
  readonly describe: (items: readonly Item[]) => string;
  readonly columns: readonly string[];
  readonly measure: (items: readonly Item[]) => readonly Quality[];
  readonly listErrors: (item: Item) => readonly string[];
}

/** Prints precision and recall on both halves as Markdown tables; with the argument `errors`, also the errors on the tuning half. */
export function printReport<Item>(report: Report<Item>): void {
  const { tuning, heldOut, describe, columns, measure, listErrors } = report;
  const format = (name: string, items: readonly Item[]): string => {
    const rows = measure(items).map(
      (row) =>
        `| ${row.name} | ${row.labelled} | ${row.found} | ${formatPercent(row.precision)} | ${formatPercent(row.recall)} |`,
    );
    const head = [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`];
    return [`${name}: ${describe(items)}`, '', ...head, ...rows, ''].join('\n');
  };
  const errors = process.argv[2] === 'errors' ? tuning.flatMap(listErrors) : [];
  process.stdout.write(`${[format('Held out', heldOut), format('Tuning', tuning), ...errors].join('\n')}\n`);
}

/** The quality of one label: `right` of the found ones are labelled so too. */
export function toQuality(name: string, labelled: number, found: number, right: number): Quality {
  return { name, labelled, found, precision: right / found, recall: right / labelled };
}
