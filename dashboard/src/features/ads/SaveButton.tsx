import { Bookmark, BookmarkCheck, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { BoardPicker } from './BoardPicker.tsx';
import { removeFromBoard, unsaveAd } from './removing.ts';
import { useSave, useSavedBoards } from './saving.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.save;

interface SaveButtonProps {
  readonly hash: string;
  readonly boardIds?: readonly number[];
}

export function SaveButton({ hash, boardIds }: SaveButtonProps) {
  const [open, setOpen] = useState(false);
  const { boards, last, save } = useSave();
  const { saved, mayHaveNote } = useSavedBoards(hash, boardIds);
  const isSaved = saved.size > 0;
  // An ad that is on several boards or has a note is not unsaved by one click.
  const only = saved.size > 1 || mayHaveNote ? undefined : boards?.find(({ id }) => saved.has(id));
  const toggle = (): void => {
    if (!isSaved) void save(hash);
    else if (only === undefined) setOpen(true);
    else unsaveAd(hash, only);
  };
  return (
    <span className="flex shrink-0">
      <Button
        disabled={boards === undefined}
        title={getTitle(isSaved, only?.name, last?.name)}
        onClick={toggle}
        className={isSaved ? 'rounded-r-none text-accent!' : 'rounded-r-none'}
      >
        {isSaved ? <BookmarkCheck size={16} aria-hidden /> : <Bookmark size={16} aria-hidden />}
        {isSaved ? copy.saved : copy.save}
      </Button>
      <Popover
        label={copy.dialog}
        align="end"
        open={open}
        onOpenChange={setOpen}
        className="w-72 p-2!"
        trigger={
          <IconButton
            label={copy.chooseBoard}
            variant="plain"
            disabled={boards === undefined}
            className="w-7 rounded-l-none border-l-0"
          >
            <ChevronDown size={16} aria-hidden />
          </IconButton>
        }
      >
        <BoardPicker
          boards={boards ?? []}
          saved={saved}
          onPick={(board) => {
            setOpen(false);
            if (!saved.has(board.id)) void save(hash, board);
            else if (board.id === only?.id) unsaveAd(hash, only);
            else removeFromBoard([hash], board);
          }}
        />
      </Popover>
    </span>
  );
}

function getTitle(isSaved: boolean, only: string | undefined, last: string | undefined): string {
  if (!isSaved) return copy.saveTo(last);
  return only === undefined ? copy.dialog : adsCopy.removal.removeFrom(only);
}
