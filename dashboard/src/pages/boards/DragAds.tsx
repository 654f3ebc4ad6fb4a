import { useDraggable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import type { SavedAd } from '../../api/types.ts';
import { classes } from '../../parts/classes.ts';
import type { Dragged } from '../../frame/boards/dragging.ts';
import type { Wall } from './wall.ts';

interface DragAdsProps {
  readonly ad: SavedAd;
  readonly wall: Wall;
  readonly children: ReactNode;
}

/** Can be dragged onto a board of the side bar, with everything that is chosen beside it. */
export function DragAds({ ad, wall, children }: DragAdsProps) {
  const { board, isEditable } = wall;
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `ad ${ad.hash}`,
    data: {
      what: 'ads',
      ads: wall.together(ad),
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
