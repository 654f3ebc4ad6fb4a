import { claimKinds } from '@magpie/contract';
import { findClaims } from '@magpie/server/ads/claims/findClaims';
import { z } from 'zod';
import { readLabelledSet, toQuality, type Quality } from '../qualityTable.ts';

/** Sentences written for this purpose. A label is a careful reader's judgement and is never changed to match a rule. */
const labelledClaim = z.strictObject({
  kind: z.enum(claimKinds),
  value: z.number().nullable(),
  currency: z.string().nullable(),
});
const labelledSentence = z.strictObject({
  language: z.string(),
  text: z.string(),
  claims: z.array(labelledClaim),
});
type LabelledClaim = z.infer<typeof labelledClaim>;
export type LabelledSentence = z.infer<typeof labelledSentence>;

/** Rules may be improved with these. */
export const tuning = readLabelledSet('claims.tuning', labelledSentence);
/** Written after the rules, and never used to improve one: the reported quality is measured here. */
export const heldOut = readLabelledSet('claims.heldOut', labelledSentence);

interface Judgement extends LabelledClaim {
  readonly language: string;
  readonly isLabelled: boolean;
  readonly isFound: boolean;
}

const describe = ({ kind, value, currency }: LabelledClaim): string => `${kind} ${value} ${currency}`;

/** A found claim is right if one of the same kind, value and currency is labelled. */
export function judgeSentence({ language, text, claims }: LabelledSentence): Judgement[] {
  const missing = new Map(claims.map((claim) => [describe(claim), claim]));
  const found = findClaims(text).map((claim): Judgement => {
    const isLabelled = missing.delete(describe(claim));
    const { kind, value, currency } = claim;
    return { language, kind, value, currency, isLabelled, isFound: true };
  });
  return [
    ...found,
    ...Array.from(missing.values(), (claim) => ({ ...claim, language, isLabelled: true, isFound: false })),
  ];
}

/** One row per kind, then one per language, then `all`. */
export function measureClaims(sentences: readonly LabelledSentence[]): Quality[] {
  const judgements = sentences.flatMap(judgeSentence);
  const languages = [...new Set(sentences.map(({ language }) => language))];
  return [
    ...claimKinds.map((name) =>
      measure(
        name,
        judgements.filter(({ kind }) => kind === name),
      ),
    ),
    ...languages.map((name) =>
      measure(
        name,
        judgements.filter(({ language }) => language === name),
      ),
    ),
    measure('all', judgements),
  ];
}

function measure(name: string, judgements: readonly Judgement[]): Quality {
  const labelled = judgements.filter(({ isLabelled }) => isLabelled).length;
  const found = judgements.filter(({ isFound }) => isFound).length;
  const right = judgements.filter(({ isLabelled, isFound }) => isLabelled && isFound).length;
  return toQuality(name, labelled, found, right);
}
