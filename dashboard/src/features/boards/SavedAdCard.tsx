import type { ReactNode } from 'react';
import { Ellipsis, StickyNote } from 'lucide-react';
import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { AdCard } from '../ads/AdCard.tsx';
import type { SavedAd } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { SameCreative } from '../ads/SameCreative.tsx';
import { SelectCard } from '../ads/Selection.tsx';
import type { Wall } from './wall.ts';
import { countAds } from './search.ts';
import { useDragSource } from './tree/drag.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import { boardsCopy } from './copy.ts';
import { Organized } from '../ads/Labels.tsx';
import { savedAdQueries } from '../../lib/api/boards.ts';
import { api } from '../../lib/api/client.ts';
import { adsCopy } from '../ads/copy.ts';
import { InlineForm, useInlineEdit } from './InlineEdit.tsx';

const copy = boardsCopy.savedAds;
const { library } = adsCopy;

interface SavedAdProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
}

export function SavedAdCard({ ad, wall }: SavedAdProps) {
  return (
    <DragAds ad={ad} wall={wall}>
      <AdCard
        ad={ad}
        selected={wall.selected.has(ad.hash)}
        corner={<SelectCard ad={ad} selected={wall.selected} onToggle={wall.toggle} />}
        action={<SavedAdMenu ad={ad} wall={wall} />}
        marker={<SameCreative ad={ad} />}
      >
        <Organized ad={ad} />
        <Note ad={ad} wall={wall} />
      </AdCard>
    </DragAds>
  );
}

export function DragAds({ ad, wall, children }: SavedAdProps & { readonly children: ReactNode }) {
  const { board, isEditable } = wall;
  const ads = wall.withSelection(ad);
  const { isDragging, dragProps } = useDragSource(`ad ${ad.hash}`, {
    what: 'ads',
    ads,
    count: countAds(ads),
    loadAds: wall.loadAds,
    fromBoardId: isEditable ? (board?.id ?? null) : null,
    onDropped: wall.clear,
  });
  return (
    <div
      {...dragProps}
      data-dragging={isDragging || undefined}
      className={classes('group/ad grid', isDragging && 'opacity-55')}
    >
      {children}
    </div>
  );
}

export function SavedAdMenu({
  ad,
  wall: { board, isEditable, isRemovable, deletableCopy, editableCopy, act },
}: SavedAdProps) {
  const deletable = deletableCopy(ad);
  return (
    <Menu
      trigger={
        <IconButton label={copy.actionsFor(ad.headline ?? ad.advertiser.name)} variant="plain">
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => act('save', [ad])}>{copy.saveToAnotherBoard}</MenuItem>
      {editableCopy([ad]) !== null && (
        <MenuItem onSelect={() => act('organize', [ad])}>{copy.labelsAndStage}</MenuItem>
      )}
      {board !== null && isEditable && (
        <>
          <MenuItem onSelect={() => act('move', [ad])}>{copy.moveToBoard}</MenuItem>
          {isRemovable && (
            <MenuItem onSelect={() => act('remove', [ad])}>{copy.removeFromThisBoard}</MenuItem>
          )}
        </>
      )}
      {deletable !== null && (
        <>
          <MenuLine />
          <MenuItem bad onSelect={() => act('delete', [ad])}>
            {deletable.teamId === null ? copy.deleteFromAllBoards : copy.deleteFromAllTeamBoards}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

export function Note({ ad, wall }: SavedAdProps) {
  const { isEditing, end, button } = useInlineEdit();
  const write = useMutation(api.ads.setNote.mutationOptions({ meta: { invalidates: savedAdQueries } }));
  if (isEditing) {
    return (
      <InlineForm
        isLong
        label={library.note}
        value={ad.note ?? ''}
        maxLength={textLimits.note}
        placeholder={library.notePlaceholder}
        action={library.saveNote}
        className="flex w-full flex-col gap-2"
        fieldClassName="w-full"
        onSave={(note) => write.mutateAsync({ hash: ad.hash, note })}
        onEnd={end}
      />
    );
  }
  if (!wall.mayChange(ad)) return ad.note === null ? null : <p className={noteClasses}>{ad.note}</p>;
  return ad.note === null ? (
    <button
      type="button"
      {...button}
      className="flex items-center gap-1.5 self-start rounded-sm text-xs text-quiet hover:text-ink"
    >
      <StickyNote size={12} aria-hidden /> {copy.addNote}
    </button>
  ) : (
    <button type="button" title={copy.editNote} {...button} className={noteClasses}>
      <span className="sr-only">{copy.notePrefix} </span>
      {ad.note}
    </button>
  );
}

const noteClasses =
  'line-clamp-4 w-full rounded-sm border-l-2 border-l-warn bg-warn-soft px-2 py-1 text-left text-xs whitespace-pre-line';
