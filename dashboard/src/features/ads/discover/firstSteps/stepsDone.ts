import type { ApiKey, Board, Rule } from '../../../../lib/api/types.ts';

interface State {
  readonly hasSearched: boolean;
  readonly boards: readonly Pick<Board, 'adCount'>[];
  readonly followed: readonly unknown[];
  readonly rules: readonly Rule[];
  readonly keys: readonly Pick<ApiKey, 'revokedAt'>[];
  /** The owner gets a key at the first start. */
  readonly isOwner: boolean;
}

export type Step = 'search' | 'save' | 'follow' | 'alert' | 'key';

/** The completed steps, derived from existing data. */
export function stepsDone(state: State): Readonly<Record<Step, boolean>> {
  return {
    search: state.hasSearched,
    save: state.boards.some(({ adCount }) => adCount > 0),
    follow: state.followed.length > 0,
    alert: state.rules.some((rule) => !isCreatedByFollowing(rule)),
    key: state.keys.length > (state.isOwner ? 1 : 0),
  };
}

/** The first follow creates this rule. Once it is changed, it counts as the user's own. */
function isCreatedByFollowing(rule: Rule): boolean {
  const [channel, ...others] = rule.channels;
  return (
    rule.event === 'new_ads' &&
    rule.companyNames === 'FOLLOWED' &&
    rule.frequency === 'instant' &&
    rule.keywords.length + rule.platforms.length + others.length === 0 &&
    channel?.type === 'inbox'
  );
}
