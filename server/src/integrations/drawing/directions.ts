import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import type { Direction } from './picture.ts';

/** A stretch of a line that is written in one direction. */
export interface Run {
  readonly text: string;
  readonly direction: Direction;
}

/** The package gives its function itself, where its types tell of a default export. */
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)();

/** The stretches of a line from left to right as they are seen, by the Unicode algorithm for both directions. */
export function runsOf(line: string, begins: Direction): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line, begins);
  const runs: { text: string; level: number }[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += line[at] ?? '';
    else runs.push({ text: line[at] ?? '', level });
  }
  return reordered(runs).map(({ text, level }) => ({ text, direction: level % 2 === 0 ? 'ltr' : 'rtl' }));
}

/** From the deepest level up, whatever lies at it or deeper is turned round. */
function reordered<T extends { readonly level: number }>(runs: readonly T[]): T[] {
  const deepest = Math.max(0, ...runs.map(({ level }) => level));
  let order = [...runs];
  for (let level = deepest; level > 0; level -= 1) order = turnedRound(order, level);
  return order;
}

function turnedRound<T extends { readonly level: number }>(runs: readonly T[], level: number): T[] {
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

/** By the first letter that has a direction, as a browser does it; left to right where none has. */
export function directionOf(text: string): Direction {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return rightToLeft.test(first) ? 'rtl' : 'ltr';
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
