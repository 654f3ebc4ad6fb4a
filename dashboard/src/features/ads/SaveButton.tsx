import { Bookmark, BookmarkCheck, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { BoardPicker } from './BoardPicker.tsx';
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
  const saved = useSavedBoards(hash, boardIds);
  const isSaved = saved.size > 0;
  return (
    <span className="flex shrink-0">
      <Button
        disabled={boards === undefined}
        title={isSaved ? copy.saveToAnother : copy.saveTo(last?.name)}
        onClick={() => (isSaved ? setOpen(true) : void save(hash))}
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
            void save(hash, board);
          }}
        />
      </Popover>
    </span>
  );
}
