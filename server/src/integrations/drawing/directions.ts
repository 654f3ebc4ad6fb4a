import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import type { Direction } from './picture.ts';

/** A part of a line with one writing direction. */
export interface TextRun {
  readonly text: string;
  readonly direction: Direction;
}

/** The package exports its function directly, though its types declare a default export. */
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)();

/** The runs of a line in visual order, by the Unicode Bidirectional Algorithm. */
export function splitRuns(line: string, begins: Direction): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, begins);
  const runs: { text: string; level: number }[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += line[at] ?? '';
    else runs.push({ text: line[at] ?? '', level });
  }
  return reorderRuns(runs).map(({ text, level }) => ({ text, direction: level % 2 === 0 ? 'ltr' : 'rtl' }));
}

/** Rule L2: from the deepest level up, runs at that level or deeper are reversed. */
function reorderRuns<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  let order = [...runs];
  for (let level = deepest; level > 0; level -= 1) order = reverseFromLevel(order, level);
  return order;
}

function reverseFromLevel<T extends { readonly level: number }>(runs: readonly T[], level: number): T[] {
  const turned: T[] = [];
  let kept: T[] = [];
  for (const run of runs) {
    if (run.level >= level) kept.push(run);
    else {
      turned.push(...kept.toReversed(), run);
      kept = [];
    }
  }
  return [...turned, ...kept.toReversed()];
}

/** The direction of the first letter, as in browsers; left to right without letters. */
export function detectDirection(text: string): Direction {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return rightToLeft.test(first) ? 'rtl' : 'ltr';
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
