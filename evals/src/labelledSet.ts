import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Reads `evals/data/<name>.jsonl`: one labelled record per line. */
export function readLabelledSet<T>(name: string, schema: z.ZodType<T>): readonly T[] {
  const lines = readFileSync(new URL(`../data/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}
