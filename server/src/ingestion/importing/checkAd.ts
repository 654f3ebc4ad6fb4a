import { describeIssues, OpenAd } from '@magpie/contract';

/** A candidate for the index: the ad that it is, or in one sentence why it is none. */
export type Checked = { readonly ad: OpenAd } | { readonly reason: string };

/** Enough to mend a record by; the first one is often the cause of the others. */
const mostReasons = 3;

/** Deeper than any event that an export writes; writing out what has thousands of levels would end the process. */
const deepestEvent = 12;

/** Holds what came from outside to the open format. */
export function checkAd(candidate: unknown): Checked {
  const parsed = OpenAd.safeParse(candidate);
  if (!parsed.success) {
    const reasons = describeIssues(parsed.error, { input: OpenAd }).map(({ message }) => message);
    return { reason: reasons.slice(0, mostReasons).join('; ') };
  }
  const { derived: _remade, ...ad } = parsed.data;
  if (isDeeperThan(deepestEvent, ad.events)) {
    return { reason: `events must not be nested more than ${deepestEvent} levels deep` };
  }
  return { ad };
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child));
}
