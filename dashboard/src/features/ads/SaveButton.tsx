import { Bookmark, BookmarkCheck, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { classes } from '../../ui/classes.ts';
import { BoardPicker } from './BoardPicker.tsx';
import { useSave, useSavedBoards } from './saving.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.save;

interface SaveButtonProps {
  readonly hash: string;
  readonly boardIds?: readonly number[];
  /** On a card: a smaller one, with these classes until the ad is saved. */
  readonly className?: string;
}

export function SaveButton({ hash, boardIds, className }: SaveButtonProps) {
  const [open, setOpen] = useState(false);
  const { boards, last, save } = useSave();
  const saved = useSavedBoards(hash, boardIds);
  const isSaved = saved.size > 0;
  const isSmall = className !== undefined;
  return (
    <span className={classes('flex shrink-0', !isSaved && className)}>
      <Button
        disabled={boards === undefined}
        title={isSaved ? copy.saveToAnother : copy.saveTo(last?.name)}
        onClick={() => (isSaved ? setOpen(true) : void save(hash))}
        className={classes('rounded-r-none', isSmall && 'h-8! px-2!', isSaved && 'text-accent!')}
      >
        {isSaved ? <BookmarkCheck size={16} aria-hidden /> : <Bookmark size={16} aria-hidden />}
        <span
          className={classes(
            '@max-[12rem]:sr-only',
            isSmall && isSaved && 'sr-only group-hover/card:not-sr-only group-focus-within/card:not-sr-only',
          )}
        >
          {isSaved ? copy.saved : copy.save}
        </span>
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
            className={classes('w-7 rounded-l-none border-l-0', isSmall && 'h-8!')}
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
