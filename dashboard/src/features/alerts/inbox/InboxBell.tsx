import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/Button.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { NoticeRow } from './NoticeRow.tsx';
import { markRead, useUnread } from './reading.ts';

/** The number of unread notifications, live, and the newest of them. */
export function InboxBell() {
  const unread = useUnread();
  const [isOpen, setIsOpen] = useState(false);
  const name = unread === 0 ? 'Inbox' : `Inbox, ${formatNumber(unread)} unread`;
  return (
    <Popover
      label="Newest alerts"
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      className="w-96 p-2!"
      trigger={
        <IconButton label={name} className="relative">
          <Bell size={18} aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 left-4 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs leading-4.5 text-on-accent tabular-nums"
            >
              {unread > 99 ? `${formatNumber(99)}+` : formatNumber(unread)}
            </span>
          )}
        </IconButton>
      }
    >
      <Newest unread={unread} onLeave={() => setIsOpen(false)} />
    </Popover>
  );
}

interface NewestProps {
  readonly unread: number;
  readonly onLeave: () => void;
}

function Newest({ unread, onLeave }: NewestProps) {
  const newest = useQuery(api.notifications.list.queryOptions({ limit: 5 }));
  if (newest.data?.notifications.length === 0) return <NoAlerts onLeave={onLeave} />;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-9 items-center justify-between gap-2 pl-3">
        <p className="font-semibold">Alerts</p>
        {unread > 0 && (
          <Button variant="quiet" onClick={() => void markRead('all')}>
            Mark all as read
          </Button>
        )}
      </div>
      <QueryView
        query={newest}
        loading={
          <Loading label="Loading alerts">
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} className="h-15" />
            ))}
          </Loading>
        }
      >
        {({ notifications }) =>
          notifications.map((notice) => <NoticeRow key={notice.id} notice={notice} onOpen={onLeave} />)
        }
      </QueryView>
      <Link to="/alerts" onClick={onLeave} className={buttonClasses('quiet', 'w-full text-accent!')}>
        View all
      </Link>
    </div>
  );
}

function NoAlerts({ onLeave }: Pick<NewestProps, 'onLeave'>) {
  return (
    <div className="flex flex-col items-start gap-3 p-2">
      <p className="text-quiet">No alerts yet.</p>
      <Link to="/alerts" search={{ tab: 'rules' }} onClick={onLeave} className={buttonClasses()}>
        View rules
      </Link>
    </div>
  );
}
