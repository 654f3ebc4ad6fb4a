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
import { useBoards } from '../../api/boards.ts';
import type { Board } from '../../api/types.ts';
import { tellError } from '../../parts/toast.tsx';
import { counted } from '../../words/format.ts';
import { AdWorks } from './AdWorks.tsx';
import { moveAds, saveAds } from './adWork.ts';
import { BoardDialogs } from './BoardDialogs.tsx';
import { draggedIn, type Dragged, droppedOn } from './dragging.ts';
import { moveBoard } from './moving.ts';

/**
 * Around everything, since ads are dragged from pages onto the boards of the side bar. Only by mouse: fingers scroll,
 * and have the menus, which do the same.
 */
export function BoardDesk({ children }: { readonly children: ReactNode }) {
  const { boards } = useBoards();
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const keeps = useAltKey(dragged !== null);
  const drop = (event: DragEndEvent): void => {
    setDragged(null);
    ignoreClick();
    if (event.over !== null) carryOut(event, draggedIn(event.active), boards, keeps);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={innermost}
      autoScroll={{ canScroll: (element) => element !== document.scrollingElement }}
      accessibility={{ restoreFocus: false }}
      onDragStart={({ active }) => setDragged(draggedIn(active))}
      onDragEnd={drop}
      onDragCancel={() => {
        setDragged(null);
        ignoreClick();
      }}
    >
      {children}
      <DragOverlay dropAnimation={null} modifiers={[toPointer]} className="pointer-events-none z-60">
        {dragged !== null && <DraggedChip dragged={dragged} keeps={keeps} />}
      </DragOverlay>
      <BoardDialogs />
      <AdWorks />
    </DndContext>
  );
}

function carryOut(event: DragEndEvent, dragged: Dragged, boards: readonly Board[], keeps: boolean): void {
  const spot = droppedOn(event.over);
  if (spot === null) return;
  if (dragged.what === 'board') return moveBoard(dragged.board, spot);
  const to = spot.at === 'inside' ? boards.find(({ id }) => id === spot.boardId) : undefined;
  const from = boards.find(({ id }) => id === dragged.fromBoardId);
  if (to === undefined || to.id === from?.id) return;
  dragged.onDropped();
  const done =
    from === undefined || keeps ? saveAds(dragged.ads, to) : moveAds(dragged.ads, from, to, boards);
  done.catch(tellError);
}

function DraggedChip({ dragged, keeps }: { readonly dragged: Dragged; readonly keeps: boolean }) {
  return (
    <div className="inline-flex max-w-64 flex-col rounded-md border border-accent bg-card px-3 py-2 shadow-float">
      <span className="truncate font-semibold">
        {dragged.what === 'board' ? dragged.board.name : counted(dragged.ads.length, 'ad')}
      </span>
      {dragged.what === 'ads' && dragged.fromBoardId !== null && (
        <span className="text-xs text-quiet">{keeps ? 'Stays here too' : 'Alt: stays here too'}</span>
      )}
    </div>
  );
}

/** Whether Alt is held, as long as something is dragged. */
function useAltKey(isDragging: boolean): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isDragging) return undefined;
    const look = (event: KeyboardEvent | MouseEvent): void => setHeld(event.altKey);
    const events = ['keydown', 'keyup', 'mousemove'] as const;
    for (const name of events) window.addEventListener(name, look);
    return () => {
      for (const name of events) window.removeEventListener(name, look);
      setHeld(false);
    };
  }, [isDragging]);
  return isHeld;
}

function refuse(event: MouseEvent): void {
  event.preventDefault();
}

/** Letting go over the link that was dragged is no click on it. */
function ignoreClick(): void {
  window.addEventListener('click', refuse, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', refuse, { capture: true }), 50);
}

/** A line between two boards lies over both of them, and is meant when it is pointed at. */
const innermost: CollisionDetection = (given) => {
  const under = pointerWithin(given);
  const line = under.find(({ id }) => String(id).startsWith('line'));
  return line === undefined ? under : [line];
};

/** What is dragged hangs beside the pointer, however large the card was that it is of. */
const toPointer: Modifier = ({ activatorEvent, activeNodeRect, transform }) => {
  if (!(activatorEvent instanceof MouseEvent) || activeNodeRect === null) return transform;
  return {
    ...transform,
    x: transform.x + activatorEvent.clientX - activeNodeRect.left + 12,
    y: transform.y + activatorEvent.clientY - activeNodeRect.top + 12,
  };
};
