import { Dialog } from '../../../ui/Dialog.tsx';
import { adsCopy } from '../copy.ts';
import { shortcutsCopy } from './copy.ts';

interface ShortcutsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function ShortcutsDialog(props: ShortcutsDialogProps) {
  return (
    <Dialog {...props} title={adsCopy.discover.shortcuts}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {shortcutsCopy.map(([key, action]) => (
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
