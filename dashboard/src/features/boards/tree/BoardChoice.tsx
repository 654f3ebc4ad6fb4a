import { useBoards } from '../../../lib/api/boards.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import { Select } from '../../../ui/fields.tsx';
import type { Board } from '../../../lib/api/types.ts';
import { flatten, treeOf } from './tree.ts';
import { boardsCopy } from '../copy.ts';

const copy = boardsCopy.tree;

interface BoardChoiceProps {
  readonly label: string;
  readonly hint?: string;
  /** A board id, `top:` for the top level of the user's own boards, `top:3` for that of team 3. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Boards for which this is false are left out. */
  readonly offers: (board: Board) => boolean;
}

/** A select of the editable boards, indented by level. */
export function BoardChoice({ label, hint, value, onChange, offers }: BoardChoiceProps) {
  const { boards, mayEdit } = useBoards();
  const { editable } = useTeams();
  const scopes = [
    { teamId: null, name: copy.myBoards },
    ...editable.map(({ id, name }) => ({ teamId: id, name })),
  ];
  return (
    <Select
      label={label}
      {...(hint !== undefined && { hint })}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {scopes.map(({ teamId, name }) => (
        <optgroup key={teamId} label={name}>
          <option value={`top:${teamId ?? ''}`}>
            {teamId === null ? copy.topLevel : copy.topLevelOf(name)}
          </option>
          {flatten(treeOf(boards, teamId))
            .filter(({ board }) => mayEdit(board) && offers(board))
            .map(({ board, depth }) => (
              <option key={board.id} value={String(board.id)}>
                {'\u2003'.repeat(depth)}
                {board.name}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}

interface Chosen {
  readonly parentBoardId: number | null;
  readonly teamId: number | null;
}

export function parseLocation(value: string, boards: readonly Board[]): Chosen {
  if (value.startsWith('top:')) {
    const team = value.slice('top:'.length);
    return { parentBoardId: null, teamId: team === '' ? null : Number(team) };
  }
  const parent = boards.find(({ id }) => String(id) === value);
  return { parentBoardId: parent?.id ?? null, teamId: parent?.teamId ?? null };
}

export function formatLocation({ parentBoardId, teamId }: Chosen): string {
  return parentBoardId === null ? `top:${teamId ?? ''}` : String(parentBoardId);
}
