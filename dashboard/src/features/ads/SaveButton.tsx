import { Bookmark, BookmarkCheck, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Board } from '../../lib/api/types.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { classes } from '../../ui/classes.ts';
import { toastError } from '../../ui/toast.tsx';
import { BoardPicker } from './BoardPicker.tsx';
import { useSave, useSavedBoards } from './saving.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.save;

type BoardName = Pick<Board, 'id' | 'name'>;

function unsave(hash: string, board: BoardName): void {
  import('./removing.ts').then(({ unsaveAd }) => unsaveAd(hash, board)).catch(toastError);
}

function remove(hash: string, board: BoardName): void {
  import('./removing.ts').then(({ removeFromBoard }) => removeFromBoard([hash], board)).catch(toastError);
}

interface SaveButtonProps {
  readonly hash: string;
  readonly boardIds?: readonly number[];
  /** On a card: a smaller one, with these classes until the ad is saved. */
  readonly className?: string;
}

/** On a card, a saved ad is an icon, so that it does not cover the media and the checkbox. */
const menuOnHover =
  'hidden! group-hover/card:inline-flex! group-focus-within/card:inline-flex! aria-expanded:inline-flex! pointer-coarse:inline-flex!';

export function SaveButton({ hash, boardIds, className }: SaveButtonProps) {
  const [open, setOpen] = useState(false);
  const { boards, last, save } = useSave();
  const { saved, mayHaveNote } = useSavedBoards(hash, boardIds);
  const isSaved = saved.size > 0;
  const isSmall = className !== undefined;
  // An ad that is on several boards or has a note is not unsaved by one click.
  const only = saved.size > 1 || mayHaveNote ? undefined : boards?.find(({ id }) => saved.has(id));
  const toggle = (): void => {
    if (!isSaved) void save(hash);
    else if (only === undefined) setOpen(true);
    else unsave(hash, only);
  };
  return (
    <span className={classes('flex shrink-0', !isSaved && className)}>
      <Button
        disabled={boards === undefined}
        title={getTitle(isSaved, only?.name, last?.name)}
        onClick={toggle}
        className={buttonLook(isSmall, isSaved)}
      >
        {isSaved ? <BookmarkCheck size={16} aria-hidden /> : <Bookmark size={16} aria-hidden />}
        <span className={classes('@max-[13rem]:sr-only', isSmall && isSaved && 'sr-only')}>
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
            className={classes(
              'w-7 rounded-l-none border-l-0',
              isSmall && 'h-8!',
              isSmall && isSaved && menuOnHover,
            )}
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
            else if (board.id === only?.id) unsave(hash, only);
            else remove(hash, board);
          }}
        />
      </Popover>
    </span>
  );
}

/** The corners are round where the button of the boards beside it is hidden. */
function buttonLook(isSmall: boolean, isSaved: boolean): string {
  return classes(
    isSmall && isSaved
      ? 'group-hover/card:rounded-r-none group-focus-within/card:rounded-r-none pointer-coarse:rounded-r-none'
      : 'rounded-r-none',
    isSmall && 'h-8! px-2!',
    isSaved && 'text-accent!',
  );
}

function getTitle(isSaved: boolean, only: string | undefined, last: string | undefined): string {
  if (!isSaved) return copy.saveTo(last);
  return only === undefined ? copy.dialog : adsCopy.removal.removeFrom(only);
}
