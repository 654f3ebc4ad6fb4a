import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type Modifier,
  MouseSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useBoards } from '../../../lib/api/boards.ts';
import type { Board } from '../../../lib/api/types.ts';
import { toastError } from '../../../ui/toast.tsx';
import { BulkActions, moveAds, saveAds } from '../bulkActions.tsx';
import { BoardDialogs } from './BoardDialogs.tsx';
import { type Dragged, getDragged, getDropTarget, moveToTarget } from './moveBoard.ts';
import { adsCopy } from '../../ads/copy.ts';
import { boardsCopy } from '../copy.ts';

/**
 * Wraps the whole app, since ads are dragged from pages onto the boards of the sidebar. Mouse only: touch scrolls, and
 * the menus offer the same actions.
 */
export function BoardDragContext({ children }: { readonly children: ReactNode }) {
  const { boards } = useBoards();
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const isCopy = useAltKey(dragged !== null);
  const end = (): void => {
    setDragged(null);
    ignoreClick();
  };
  const drop = (event: DragEndEvent): void => {
    end();
    applyDrop(event, boards, isCopy);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={innermost}
      autoScroll={{ canScroll: (element) => element !== document.scrollingElement }}
      accessibility={{ restoreFocus: false }}
      onDragStart={({ active }) => setDragged(getDragged(active))}
      onDragEnd={drop}
      onDragCancel={end}
    >
      {children}
      <DragOverlay dropAnimation={null} modifiers={[toPointer]} className="pointer-events-none z-60">
        {dragged !== null && <DraggedChip dragged={dragged} isCopy={isCopy} />}
      </DragOverlay>
      <BoardDialogs />
      <BulkActions />
    </DndContext>
  );
}

function applyDrop({ active, over }: DragEndEvent, boards: readonly Board[], isCopy: boolean): void {
  const dragged = getDragged(active);
  const target = getDropTarget(over);
  if (target === null) return;
  if (dragged.what === 'board') return moveToTarget(dragged.board, target);
  const to = target.at === 'inside' ? boards.find(({ id }) => id === target.boardId) : undefined;
  const from = boards.find(({ id }) => id === dragged.fromBoardId);
  if (to === undefined || to.id === from?.id) return;
  dragged.onDropped();
  const done =
    from === undefined || isCopy ? saveAds(dragged.ads, to) : moveAds(dragged.ads, from, to, boards);
  done.catch(toastError);
}

function DraggedChip({ dragged, isCopy }: { readonly dragged: Dragged; readonly isCopy: boolean }) {
  return (
    <div className="inline-flex max-w-64 flex-col rounded-md border border-accent bg-card px-3 py-2 shadow-float">
      <span className="truncate font-semibold">
        {dragged.what === 'board' ? dragged.board.name : adsCopy.ads(dragged.ads.length)}
      </span>
      {dragged.what === 'ads' && dragged.fromBoardId !== null && (
        <span className="text-xs text-quiet">
          {isCopy ? boardsCopy.tree.copy : boardsCopy.tree.holdAltToCopy}
        </span>
      )}
    </div>
  );
}

function useAltKey(isDragging: boolean): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isDragging) return undefined;
    const update = (event: KeyboardEvent | MouseEvent): void => setHeld(event.altKey);
    const events = ['keydown', 'keyup', 'mousemove'] as const;
    for (const name of events) window.addEventListener(name, update);
    return () => {
      for (const name of events) window.removeEventListener(name, update);
      setHeld(false);
    };
  }, [isDragging]);
  return isHeld;
}

function preventDefault(event: MouseEvent): void {
  event.preventDefault();
}

/** Releasing the mouse over the dragged link would otherwise click it. */
function ignoreClick(): void {
  window.addEventListener('click', preventDefault, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', preventDefault, { capture: true }), 50);
}

/** The drop line between two boards overlaps both and takes precedence. */
const innermost: CollisionDetection = (given) => {
  const under = pointerWithin(given);
  const line = under.find(({ id }) => String(id).startsWith('line'));
  return line === undefined ? under : [line];
};

/** Places the drag preview beside the pointer, whatever the size of the dragged card. */
const toPointer: Modifier = ({ activatorEvent, activeNodeRect, transform }) => {
  if (!(activatorEvent instanceof MouseEvent) || activeNodeRect === null) return transform;
  return {
    ...transform,
    x: transform.x + activatorEvent.clientX - activeNodeRect.left + 12,
    y: transform.y + activatorEvent.clientY - activeNodeRect.top + 12,
  };
};
