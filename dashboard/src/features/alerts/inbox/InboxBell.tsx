import { Bell } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { createLazyModule } from '../../../ui/lazyModule.ts';
import { Popover } from '../../../ui/Popover.tsx';
import { useUnread } from './reading.ts';
import { bellCopy as copy } from './copy.ts';

const newest = createLazyModule(() => import('./Newest.tsx'));

export function InboxBell() {
  const unread = useUnread();
  const [isOpen, setIsOpen] = useState(false);
  const loaded = newest.use(isOpen);
  return (
    <Popover
      label={copy.newest}
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      className="w-96 p-2!"
      trigger={
        <IconButton label={copy.name(unread)} className="relative">
          <Bell size={18} aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 left-4 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs leading-4.5 text-on-accent tabular-nums"
            >
              {copy.count(unread)}
            </span>
          )}
        </IconButton>
      }
    >
      {loaded && <loaded.Newest unread={unread} onLeave={() => setIsOpen(false)} />}
    </Popover>
  );
}
