import type { ApiKey, Board, Rule } from '../../../api/types.ts';

interface Known {
  readonly hasSearched: boolean;
  readonly boards: readonly Pick<Board, 'adCount'>[];
  readonly followed: readonly unknown[];
  readonly rules: readonly Rule[];
  readonly keys: readonly Pick<ApiKey, 'revokedAt'>[];
  /** The owner of an instance is given a key at its first start. */
  readonly isOwner: boolean;
}

export type Step = 'search' | 'save' | 'follow' | 'alert' | 'key';

/** Which of the first steps somebody has taken, from what they have by now. */
export function stepsDone(known: Known): Readonly<Record<Step, boolean>> {
  return {
    search: known.hasSearched,
    save: known.boards.some(({ adCount }) => adCount > 0),
    follow: known.followed.length > 0,
    alert: known.rules.some((rule) => !isMadeByFollowing(rule)),
    key: known.keys.length > (known.isOwner ? 1 : 0),
  };
}

/** The first follow makes a rule by itself: new ads of those followed, at once, in the inbox. Changed, it is one's own. */
function isMadeByFollowing(rule: Rule): boolean {
  const [channel, ...others] = rule.channels;
  return (
    rule.event === 'new_ads' &&
    rule.companyNames === 'FOLLOWED' &&
    rule.frequency === 'instant' &&
    rule.keywords.length + rule.platforms.length + others.length === 0 &&
    channel?.type === 'inbox'
  );
}
