import { Dialog } from '../../parts/Dialog.tsx';
import { isTakenElsewhere, useKeyDown } from '../../parts/useKeyDown.ts';

const keys = [
  ['/', 'Type a search'],
  ['← ↑ → ↓', 'Walk over the ads'],
  ['Enter', 'Open the ad'],
  ['s', 'Save the ad to the last board'],
  ['Ctrl K', 'Find brands, boards and pages'],
  ['?', 'Show these keys'],
] as const;

interface KeysDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** What can be done without a mouse; `?` opens it. */
export function KeysDialog({ open, onOpenChange }: KeysDialogProps) {
  useKeyDown((event) => {
    if (event.key === '?' && !isTakenElsewhere(event)) onOpenChange(true);
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border bg-sunk px-2 py-1 font-sans text-xs">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
