import type { Board, SavedAd } from '../../lib/api/types.ts';

/** The selection and the actions of a wall of saved ads. */
export interface Wall {
  /** Null for the ads of all boards. */
  readonly board: Board | null;
  /** Whether the user may edit the board. */
  readonly isEditable: boolean;
  /** Whether the user may edit this ad; among all saved ads, some are on read-only boards. */
  readonly mayChange: (ad: SavedAd) => boolean;
  /** The shown copy of an ad, if the user may delete it from all boards of its owner. */
  readonly deletableCopy: (ad: SavedAd) => DeletableCopy | null;
  readonly selected: ReadonlySet<string>;
  readonly toggle: (hash: string, asRange: boolean) => void;
  /** The ads that an action on this one includes: the selection if it is part of it. */
  readonly withSelection: (ad: SavedAd) => readonly SavedAd[];
  readonly clear: () => void;
  readonly act: (act: AdAction, ads: readonly SavedAd[]) => void;
}

/** A team's copy, or for null the user's own. */
export interface DeletableCopy {
  readonly teamId: number | null;
}

/** The user's own copy takes precedence over those of teams, and these are ordered by team id. */
export function shownCopy(ad: Pick<SavedAd, 'boardIds'>, boards: readonly Board[]): DeletableCopy | null {
  const teamIds = boards.filter(({ id }) => ad.boardIds.includes(id)).map(({ teamId }) => teamId);
  if (teamIds.length === 0) return null;
  return { teamId: teamIds.includes(null) ? null : Math.min(...teamIds.map(Number)) };
}

export type AdAction = 'save' | 'move' | 'remove' | 'delete';
