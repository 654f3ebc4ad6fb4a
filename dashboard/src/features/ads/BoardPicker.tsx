import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { type ComboboxChoice, Combobox } from '../../ui/Combobox.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { type BoardOption, createBoard } from './saving.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.save;

interface BoardPickerProps {
  readonly boards: readonly BoardOption[];
  readonly saved?: ReadonlySet<number>;
  readonly onPick: (board: { readonly id: number; readonly name: string }) => void;
}

export function BoardPicker({ boards, saved, onPick }: BoardPickerProps) {
  const [typed, setTyped] = useState('');
  const create = useMutation({ mutationFn: createBoard, onSuccess: onPick });
  const newName = typed.trim();
  const query = newName.toLocaleLowerCase();
  const choices: ComboboxChoice[] = boards
    .filter(({ path }) => path.toLocaleLowerCase().includes(query))
    .map((board) => ({
      key: String(board.id),
      content: (
        <>
          <span className="min-w-0 flex-1 truncate">{board.path}</span>
          {saved?.has(board.id) === true ? (
            <span className="flex shrink-0 items-center gap-1 text-xs text-accent">
              <Check size={14} aria-hidden /> {copy.saved}
            </span>
          ) : (
            <span className="shrink-0 text-xs text-quiet">{formatNumber(board.adCount)}</span>
          )}
        </>
      ),
      pick: () => onPick(board),
    }));
  if (query !== '' && !boards.some(({ path }) => path.toLocaleLowerCase() === query))
    choices.push({
      key: 'new',
      content: (
        <>
          <Plus size={16} aria-hidden className="shrink-0" />
          <span className="min-w-0 truncate">{copy.newBoard(newName)}</span>
        </>
      ),
      pick: () => {
        if (!create.isPending) create.mutate(newName);
      },
    });
  return (
    <Combobox
      label={boards.length === 0 ? copy.newBoardName : copy.findBoard}
      listLabel={copy.boards}
      typed={typed}
      onType={setTyped}
      maxLength={textLimits.name}
      choices={choices}
    >
      {create.isError && <ErrorLine error={create.error} />}
      {choices.length === 0 && <p className="px-2 text-xs text-quiet">{copy.noBoards}</p>}
    </Combobox>
  );
}
