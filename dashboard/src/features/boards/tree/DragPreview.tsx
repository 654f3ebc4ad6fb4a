import { useEffect, useState } from 'react';
import { adsCopy } from '../../ads/copy.ts';
import { boardsCopy } from '../copy.ts';
import { type Dragged, useDragged, usePointer } from './drag.ts';

export function DragPreview() {
  const dragged = useDragged();
  return dragged !== null && <Preview dragged={dragged} />;
}

/** Beside the pointer, whatever the size of the dragged element. */
function Preview({ dragged }: { readonly dragged: Dragged }) {
  const { x, y } = usePointer();
  const isCopy = useAltKey();
  return (
    <div
      className="pointer-events-none fixed top-0 left-0 z-60 inline-flex max-w-64 flex-col rounded-md border border-accent bg-card px-3 py-2 shadow-float"
      style={{ transform: `translate(${x + 12}px, ${y + 12}px)` }}
    >
      <span className="truncate font-semibold">
        {dragged.what === 'board' ? dragged.board.name : adsCopy.ads(dragged.count)}
      </span>
      {dragged.what === 'ads' && dragged.fromBoardId !== null && (
        <span className="text-xs text-quiet">
          {isCopy ? boardsCopy.tree.copy : boardsCopy.tree.holdAltToCopy}
        </span>
      )}
    </div>
  );
}

function useAltKey(): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const update = (event: KeyboardEvent | MouseEvent): void => setHeld(event.altKey);
    const events = ['keydown', 'keyup', 'mousemove'] as const;
    for (const name of events) window.addEventListener(name, update);
    return () => {
      for (const name of events) window.removeEventListener(name, update);
    };
  }, []);
  return isHeld;
}
