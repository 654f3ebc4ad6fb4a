import { claimKinds } from '@magpie/contract';
import { findReplaced, type ClaimUse } from '@magpie/server/ads/claims/claimHistory';
import { findClaims } from '@magpie/server/ads/claims/findClaims';
import { z } from 'zod';
import { readLabelledSet, toQuality, type Quality } from '../qualityTable.ts';

/** Ads of one advertiser, and the changes of its claims that a careful reader finds. */
const labelledHistory = z.strictObject({
  language: z.string(),
  ads: z.array(
    z.strictObject({
      text: z.string(),
      from: z.int().describe('The first day.'),
      to: z.int().nullable().describe('The last day; null if the ad runs.'),
    }),
  ),
  changes: z.array(z.strictObject({ kind: z.enum(claimKinds), from: z.number(), to: z.number() })),
});
export type LabelledHistory = z.infer<typeof labelledHistory>;

/** Rules may be improved with these. */
export const changesTuning = readLabelledSet('claimChanges.tuning', labelledHistory);
/** Written after the rules, and never used to improve one. */
export const changesHeldOut = readLabelledSet('claimChanges.heldOut', labelledHistory);

/** After the last day of all labelled ads. */
const today = 400;

interface Judgement {
  readonly language: string;
  readonly kind: string;
  readonly change: string;
  readonly isLabelled: boolean;
  readonly isFound: boolean;
}

export function judgeHistory({ language, ads, changes }: LabelledHistory): Judgement[] {
  const missing = new Map(changes.map((each) => [`${each.kind} ${each.from} -> ${each.to}`, each.kind]));
  const found = Array.from(findReplaced(listUses(ads)), ([later, earlier]): Judgement => {
    const { kind } = later.claim;
    const change = `${kind} ${earlier.claim.value} -> ${later.claim.value}`;
    return { language, kind, change, isLabelled: missing.delete(change), isFound: true };
  });
  const missed = Array.from(missing, ([change, kind]): Judgement => {
    return { language, kind, change, isLabelled: true, isFound: false };
  });
  return [...found, ...missed];
}

/** Equal claims of several ads are one use, as in the claims of an advertiser. */
function listUses(ads: LabelledHistory['ads']): ClaimUse[] {
  const uses = new Map<string, ClaimUse>();
  for (const { text, from, to } of ads) {
    for (const claim of findClaims(text)) {
      const known = uses.get(claim.key);
      uses.set(claim.key, {
        claim,
        subjects: new Set([...(known?.subjects ?? []), ...(claim.subject === null ? [] : [claim.subject])]),
        firstDay: Math.min(known?.firstDay ?? from, from),
        lastDay: Math.max(known?.lastDay ?? 0, to ?? today),
        isCurrent: to === null || known?.isCurrent === true,
        adCount: (known?.adCount ?? 0) + 1,
      });
    }
  }
  return [...uses.values()];
}

/** One row per kind that can change, then `all`. */
export function measureChanges(histories: readonly LabelledHistory[]): Quality[] {
  const judgements = histories.flatMap(judgeHistory);
  const kinds = claimKinds.filter((kind) => kind !== 'comparative');
  return [
    ...kinds.map((name) =>
      measure(
        name,
        judgements.filter(({ kind }) => kind === name),
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
