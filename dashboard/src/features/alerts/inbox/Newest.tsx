import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../lib/api/client.ts';
import { Button, buttonClasses } from '../../../ui/Button.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Loading, Skeletons } from '../../../ui/states.tsx';
import { NoticeRow } from './NoticeRow.tsx';
import { markNotificationsRead } from './reading.ts';
import { alertsCopy } from '../copy.ts';

const copy = alertsCopy.bell;

interface NewestProps {
  readonly unread: number;
  readonly onLeave: () => void;
}

export function Newest({ unread, onLeave }: NewestProps) {
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
