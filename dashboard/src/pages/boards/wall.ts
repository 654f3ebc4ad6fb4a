import type { Board, SavedAd } from '../../api/types.ts';

/** The wall that an ad stands on, for whatever is done to it there. */
export interface Wall {
  /** null: the ads of every board. */
  readonly board: Board | null;
  /** Whether the reader may change what is saved here. */
  readonly isEditable: boolean;
  /** The same of one ad: among all saved ads, some are on boards that the reader only looks at. */
  readonly mayChange: (ad: SavedAd) => boolean;
  /** The copy of an ad that is shown here, when the reader may delete it from all boards of its owner at once. */
  readonly deletableCopy: (ad: SavedAd) => DeletableCopy | null;
  readonly chosen: ReadonlySet<string>;
  readonly touch: (hash: string, asRange: boolean) => void;
  /** What is dragged, moved or saved with an ad: all that are chosen if it is one of them. */
  readonly together: (ad: SavedAd) => readonly SavedAd[];
  readonly clear: () => void;
  readonly act: (act: AdAct, ads: readonly SavedAd[]) => void;
}

/** Whose copy it is: a team's, or for null the reader's own. */
export interface DeletableCopy {
  readonly teamId: number | null;
}

/** The reader's own copy is shown before those of teams, and these by team id. */
export function shownCopy(ad: Pick<SavedAd, 'boardIds'>, boards: readonly Board[]): DeletableCopy | null {
  const teamIds = boards.filter(({ id }) => ad.boardIds.includes(id)).map(({ teamId }) => teamId);
  if (teamIds.length === 0) return null;
  return { teamId: teamIds.includes(null) ? null : Math.min(...teamIds.map(Number)) };
}

/** What can be done to saved ads, after a question: to which board, or whether it is meant. */
export type AdAct = 'save' | 'move' | 'remove' | 'delete';
