import { useDraggable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import type { SavedAd } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import type { Dragged } from './tree/dragging.ts';
import type { Wall } from './wall.ts';

interface DragAdsProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
  readonly children: ReactNode;
}

/** Makes an ad draggable onto a board of the sidebar, together with the selection. */
export function DragAds({ ad, wall, children }: DragAdsProps) {
  const { board, isEditable } = wall;
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `ad ${ad.hash}`,
    data: {
      what: 'ads',
      ads: wall.withSelection(ad),
      fromBoardId: isEditable ? (board?.id ?? null) : null,
      onDropped: wall.clear,
    } satisfies Dragged,
  });
  return (
    <div ref={setNodeRef} {...listeners} className={classes('group/ad grid', isDragging && 'opacity-55')}>
      {children}
    </div>
  );
}
