import { Dialog } from '../../../ui/Dialog.tsx';
import { isHandledElsewhere, useKeyDown } from '../../../lib/hooks/useKeyDown.ts';

const keys = [
  ['/', 'Search'],
  ['← ↑ → ↓', 'Move between ads'],
  ['Enter', 'Open the ad'],
  ['s', 'Save the ad to the last used board'],
  ['Ctrl K', 'Find brands, boards and pages'],
  ['?', 'Show keyboard shortcuts'],
] as const;

interface KeysDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Keyboard shortcuts; `?` opens them. */
export function KeysDialog({ open, onOpenChange }: KeysDialogProps) {
  useKeyDown((event) => {
    if (event.key === '?' && !isHandledElsewhere(event)) onOpenChange(true);
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {keys.map(([key, action]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border bg-sunk px-2 py-1 font-sans text-xs">{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
