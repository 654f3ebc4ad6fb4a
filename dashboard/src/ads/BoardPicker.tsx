import { useMutation } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Choice, PickField } from '../parts/PickField.tsx';
import { ErrorLine } from '../parts/states.tsx';
import { formatNumber } from '../words/format.ts';
import type { BoardPlace } from './boardsToSaveTo.ts';
import { createBoard } from './saving.tsx';

interface BoardPickerProps {
  readonly boards: readonly BoardPlace[];
  /** Boards that hold it already. */
  readonly held?: ReadonlySet<number>;
  readonly onPick: (board: { readonly id: number; readonly name: string }) => void;
}

/** A field that narrows the boards as one types, and makes a new one of what was typed. */
export function BoardPicker({ boards, held, onPick }: BoardPickerProps) {
  const [typed, setTyped] = useState('');
  const create = useMutation({ mutationFn: createBoard, onSuccess: onPick });
  const newName = typed.trim();
  const words = newName.toLocaleLowerCase();
  const choices: Choice[] = boards
    .filter(({ path }) => path.toLocaleLowerCase().includes(words))
    .map((board) => ({
      key: String(board.id),
      shows: <BoardRow board={board} isHeld={held?.has(board.id) ?? false} />,
      pick: () => onPick(board),
    }));
  if (words !== '' && !boards.some(({ name }) => name.toLocaleLowerCase() === words))
    choices.push({
      key: 'new',
      shows: <NewRow name={newName} />,
      pick: () => {
        if (!create.isPending) create.mutate(newName);
      },
    });
  return (
    <PickField
      label={boards.length === 0 ? 'Name of a new board' : 'Find a board, or name a new one'}
      listLabel="Boards"
      typed={typed}
      onType={setTyped}
      maxLength={120}
      choices={choices}
    >
      {create.isError && <ErrorLine error={create.error} />}
      {choices.length === 0 && (
        <p className="px-2 text-xs text-quiet">You have no board yet: type a name for the first.</p>
      )}
    </PickField>
  );
}

function NewRow({ name }: { readonly name: string }) {
  return (
    <>
      <Plus size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 truncate">New board “{name}”</span>
    </>
  );
}

function BoardRow({ board, isHeld }: { readonly board: BoardPlace; readonly isHeld: boolean }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{board.path}</span>
      {isHeld ? (
        <span className="flex shrink-0 items-center gap-1 text-xs text-accent">
          <Check size={14} aria-hidden /> Saved here
        </span>
      ) : (
        <span className="shrink-0 text-xs text-quiet">{formatNumber(board.adCount)}</span>
      )}
    </>
  );
}
