import { z } from 'zod';
import { readLabelledSet, type Quality } from '../qualityTable.ts';
import type { CopyPart } from '@magpie/server/studio/makers/maker';
import { analyzeStructure } from '@magpie/server/studio/clone/structure';

/**
 * Copies labelled sentence by sentence before the cues were applied. A label is a careful reader's judgement and is never
 * changed to match a cue. Sentences that are no part have no label.
 */
const labelledCopy = z.strictObject({
  language: z.string(),
  text: z.string(),
  button: z.string().nullable(),
  parts: z.array(
    z.strictObject({ part: z.enum(['hook', 'problem', 'proof', 'offer', 'cta']), text: z.string() }),
  ),
});
export type LabelledCopy = z.infer<typeof labelledCopy>;

/** Written together with the cues; shows whether a change makes something worse. */
export const tuning = readLabelledSet('structure.tuning', labelledCopy);
/** From other sources, and never used to improve a cue: the reported quality is measured here. */
export const heldOut = readLabelledSet('structure.heldOut', labelledCopy);

interface Judgement extends CopyPart {
  readonly isRight: boolean;
}

/** Which labelled parts of a copy are found, and which found parts are right. */
export function judgeCopy(copy: LabelledCopy): { labelled: Judgement[]; found: Judgement[] } {
  const { text, button, language, parts } = copy;
  const found = analyzeStructure({
    platform: 'facebook',
    headline: null,
    body: text,
    description: null,
    ctaText: button,
    cards: [],
    language,
    tags: [],
  });
  return { labelled: compareParts(parts, found, copy), found: compareParts(found, parts, copy) };
}

/** A part is right if more than half of its characters are in the same part on the other side. */
function compareParts(
  parts: readonly CopyPart[],
  others: readonly CopyPart[],
  { text, button }: LabelledCopy,
): Judgement[] {
  const whole = `${text}\n${button ?? ''}`;
  const locate = (all: readonly CopyPart[]): [CopyPart, number, number][] => {
    let from = 0;
    return all.map((part) => {
      const start = whole.indexOf(part.text, from);
      from = start + part.text.length;
      return [part, start, from];
    });
  };
  const there = locate(others);
  return locate(parts).map(([part, start, end]) => {
    const same = there.filter(([other]) => other.part === part.part);
    const shared = same.map(([, from, to]) => Math.max(0, Math.min(end, to) - Math.max(start, from)));
    return {
      part: part.part,
      text: part.text,
      isRight: shared.reduce((sum, one) => sum + one, 0) * 2 > end - start,
    };
  });
}

/** One row per part, then `all`. */
export function measureStructure(copies: readonly LabelledCopy[]): Quality[] {
  const results = copies.map(judgeCopy);
  const labelled = results.flatMap((result) => result.labelled);
  const found = results.flatMap((result) => result.found);
  return (['hook', 'problem', 'proof', 'offer', 'cta', 'all'] as const).map((part) => {
    const those = (all: readonly Judgement[]): Judgement[] =>
      all.filter((one) => part === 'all' || one.part === part);
    return {
      name: part,
      labelled: those(labelled).length,
      found: those(found).length,
      precision: shareRight(those(found)),
      recall: shareRight(those(labelled)),
    };
  });
}

function shareRight(judgements: readonly Judgement[]): number {
  return judgements.filter(({ isRight }) => isRight).length / judgements.length;
}
