import type { MouseEvent as ReactMouseEvent } from 'react';
import { api, queryClient } from '../../../lib/api/client.ts';
import type { Board, SavedAd } from '../../../lib/api/types.ts';
import { createSharedValue } from '../../../lib/store.ts';
import { toastError } from '../../../ui/toast.tsx';
import { moveToTarget } from './moveBoard.ts';
import type { DropTarget } from './tree.ts';

/**
 * Dragging boards and ads onto boards, by mouse only: touch scrolls, and keys and menus offer the same actions. The state
 * is outside of the elements, since the dragged one may be unmounted.
 */

export type Dragged =
  | { readonly what: 'board'; readonly board: Board }
  | {
      readonly what: 'ads';
      readonly ads: readonly SavedAd[];
      /** The number of saved ads that the dragged ones stand for. */
      readonly count: number;
      readonly loadAds: (ads: readonly SavedAd[]) => Promise<readonly SavedAd[]>;
      /** The board that they are dragged from; null outside of a board. */
      readonly fromBoardId: number | null;
      readonly onDropped: () => void;
    };

interface Drag {
  /** Identifies the dragged element. */
  readonly source: string;
  readonly dragged: Dragged;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const drag = createSharedValue<Drag | null>(null);
/** The `data-drop` of the target under the pointer. */
const over = createSharedValue<string | null>(null);
const pointer = createSharedValue<Point>({ x: 0, y: 0 });

export const usePointer = pointer.use;

export function useDragged(): Dragged | null {
  return drag.use()?.dragged ?? null;
}

export function useDragSource(source: string, dragged: Dragged, isEnabled = true) {
  return {
    isDragging: drag.use()?.source === source,
    dragProps: {
      onMouseDown: ({ button, target, nativeEvent }: ReactMouseEvent): void => {
        const isField = target instanceof Element && target.closest('input, textarea, select') !== null;
        if (isEnabled && button === 0 && !isField) followMouse(nativeEvent, { source, dragged });
      },
    },
  };
}

export function useDropTarget(target: DropTarget, isEnabled = true) {
  const key = JSON.stringify(target);
  const isOver = over.use() === key;
  return {
    isOver: isEnabled && isOver,
    dropProps: { 'data-drop': isEnabled ? key : undefined, 'data-over': (isEnabled && isOver) || undefined },
  };
}

/** Pixels before a press becomes a drag. */
const activationDistance = 6;

/** From the press to the release. Escape and leaving the window cancel. */
function followMouse(press: MouseEvent, started: Drag): void {
  const listeners = new AbortController();
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    listener: (event: WindowEventMap[Name]) => void,
  ): void => window.addEventListener(name, listener, { signal: listeners.signal, capture: true });
  const end = (): void => {
    listeners.abort();
    if (drag.get() === null) return;
    drag.set(null);
    over.set(null);
    ignoreClick();
  };
  listen('mousemove', (event) => {
    const distance = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
    if (drag.get() === null && distance < activationDistance) return;
    event.preventDefault();
    pointer.set({ x: event.clientX, y: event.clientY });
    if (drag.get() === null) start(started, listeners.signal);
  });
  listen('mouseup', ({ altKey }) => {
    if (drag.get() !== null) findTarget();
    const target = over.get();
    const isDropped = drag.get() !== null && target !== null;
    end();
    // Only `useDropTarget` writes this JSON.
    if (isDropped) applyDrop(started.dragged, JSON.parse(target) as DropTarget, altKey);
  });
  listen('keydown', ({ key }) => {
    if (key === 'Escape') end();
  });
  listen('blur', ({ target }) => {
    // Not when an element of the page loses the focus.
    if (target === window) end();
  });
  // The browser would drag the link or the image itself.
  listen('dragstart', preventDefault);
}

function start(started: Drag, signal: AbortSignal): void {
  getSelection()?.removeAllRanges();
  document.addEventListener('selectstart', preventDefault, { signal });
  drag.set(started);
  // In every frame, since targets appear, and scroll under a pointer at rest.
  const follow = (): void => {
    if (signal.aborted) return;
    scrollNearEdge();
    findTarget();
    requestAnimationFrame(follow);
  };
  follow();
}

function elementsAtPointer(): readonly Element[] {
  const { x, y } = pointer.get();
  const found: Element[] = [];
  for (let at = document.elementFromPoint(x, y); at !== null; at = at.parentElement) found.push(at);
  return found;
}

function findTarget(): void {
  const found = elementsAtPointer().find((element) => element.hasAttribute('data-drop'));
  const key = found?.getAttribute('data-drop') ?? null;
  if (key !== over.get()) over.set(key);
}

/** The part of a scrollable box, at its upper and lower edge, where a drag scrolls it. */
const edgeShare = 0.2;
const pixelsPerFrame = 8;

/** Scrolls boxes, not the page: the boards are fixed beside it. */
function scrollNearEdge(): void {
  const box = elementsAtPointer().find(
    (element) =>
      element !== document.scrollingElement &&
      element.scrollHeight > element.clientHeight &&
      /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
  if (box === undefined) return;
  const { top, height } = box.getBoundingClientRect();
  const share = (pointer.get().y - top) / height;
  if (share < edgeShare) box.scrollTop -= pixelsPerFrame;
  else if (share > 1 - edgeShare) box.scrollTop += pixelsPerFrame;
}

function preventDefault(event: Event): void {
  event.preventDefault();
}

/** Releasing the mouse over the dragged link would otherwise click it. */
function ignoreClick(): void {
  window.addEventListener('click', preventDefault, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', preventDefault, { capture: true }), 50);
}

function applyDrop(dragged: Dragged, target: DropTarget, isCopy: boolean): void {
  if (dragged.what === 'board') return moveToTarget(dragged.board, target);
  const boards = queryClient.getQueryData(api.boards.list.queryKey()) ?? [];
  const to = target.at === 'inside' ? boards.find(({ id }) => id === target.boardId) : undefined;
  const from = boards.find(({ id }) => id === dragged.fromBoardId);
  if (to === undefined || to.id === from?.id) return;
  dragged.onDropped();
  const save = async (): Promise<void> => {
    const ads = await dragged.loadAds(dragged.ads);
    if (from === undefined || isCopy) {
      const { saveAds } = await import('../../ads/bulkActions.ts');
      return saveAds(ads, to);
    }
    const { moveAds } = await import('../bulkActions.ts');
    return moveAds(ads, from, to, boards);
  };
  save().catch(toastError);
}
