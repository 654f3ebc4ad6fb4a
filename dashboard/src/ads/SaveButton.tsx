import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, ChevronDown } from 'lucide-react';
import { api, queryClient } from '../api/client.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { Menu, MenuItem, MenuLabel } from '../parts/Menu.tsx';
import { tell, tellError } from '../parts/toast.tsx';
import { useStored } from '../parts/useStored.ts';

/** Saves an ad to the board that was used last; the arrow chooses another. */
export function SaveButton({ hash }: { readonly hash: string }) {
  const boards = useQuery(api.boards.list.queryOptions());
  const [lastBoardId, setLastBoardId] = useStored<number | null>('lastBoard', null);
  const save = useMutation(api.ads.addToBoard.mutationOptions({ onError: tellError }));
  const saveTo = (boardId: number, name: string): void =>
    save.mutate(
      { boardId, hash },
      {
        onSuccess: ({ created }) => {
          setLastBoardId(boardId);
          tell(created ? `Saved to ${name}` : `It is on ${name} already`);
          void queryClient.invalidateQueries(api.boards.pathFilter());
          void queryClient.invalidateQueries(api.ads.list.pathFilter());
        },
      },
    );
  const list = boards.data ?? [];
  const last = list.find((board) => board.id === lastBoardId) ?? list[0];
  return (
    <span className="flex">
      <Button
        busy={save.isPending}
        disabled={last === undefined}
        onClick={() => last !== undefined && saveTo(last.id, last.name)}
        className="rounded-r-none"
      >
        <Bookmark size={16} aria-hidden /> Save
      </Button>
      <Menu
        trigger={
          <IconButton label="Save to another board" look="plain" className="w-7 rounded-l-none border-l-0">
            <ChevronDown size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuLabel>Save to</MenuLabel>
        {list.map((board) => (
          <MenuItem key={board.id} onSelect={() => saveTo(board.id, board.name)}>
            {board.name}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
