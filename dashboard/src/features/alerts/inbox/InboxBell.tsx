import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/Button.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Loading, Skeletons } from '../../../ui/states.tsx';
import { NoticeRow } from './NoticeRow.tsx';
import { markNotificationsRead, useUnread } from './reading.ts';
import { alertsCopy } from '../copy.ts';

const copy = alertsCopy.bell;

export function InboxBell() {
  const unread = useUnread();
  const [isOpen, setIsOpen] = useState(false);
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
  if (newest.data?.notifications.length === 0)
    return (
      <div className="flex flex-col items-start gap-3 p-2">
        <p className="text-quiet">{copy.empty}</p>
        <Link to="/alerts" search={{ tab: 'rules' }} onClick={onLeave} className={buttonClasses()}>
          {alertsCopy.viewRules}
        </Link>
      </div>
    );
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-9 items-center justify-between gap-2 pl-3">
        <p className="font-semibold">{alertsCopy.title}</p>
        {unread > 0 && (
          <Button variant="quiet" onClick={() => void markNotificationsRead('all')}>
            {alertsCopy.inbox.markAllRead}
          </Button>
        )}
      </div>
      <QueryView
        query={newest}
        loading={
          <Loading label={copy.loading}>
            <Skeletons count={5} className="h-15" />
          </Loading>
        }
      >
        {({ notifications }) =>
          notifications.map((notice) => <NoticeRow key={notice.id} notice={notice} onOpen={onLeave} />)
        }
      </QueryView>
      <Link to="/alerts" onClick={onLeave} className={buttonClasses('quiet', 'w-full text-accent!')}>
        {copy.viewAll}
      </Link>
    </div>
  );
}
