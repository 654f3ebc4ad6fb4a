import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, Inbox as InboxIcon } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import type { Notification } from '../../api/types.ts';
import { NoticeRow } from '../../frame/inbox/NoticeRow.tsx';
import { markRead } from '../../frame/inbox/reading.ts';
import { Button, buttonClasses } from '../../parts/Button.tsx';
import { classes } from '../../parts/classes.ts';
import { Switch } from '../../parts/fields.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { Empty, Failure, Loading, Skeleton } from '../../parts/states.tsx';
import { NoticeAds } from './NoticeAds.tsx';

const route = getRouteApi('/frame/alerts');

function useNotices(unreadOnly: boolean) {
  return useInfiniteQuery({
    ...api.notifications.list.infiniteQueryOptions(
      { unreadOnly, limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
}

/** What was told on the left, the ads of one of it on the right; on a phone one after the other. */
export function Inbox() {
  const { unread, notification } = route.useSearch();
  const pages = useNotices(unread === true);
  const notices = pages.data?.pages.flatMap((page) => page.notifications);
  const listed = notices?.find(({ id }) => id === notification);
  if (pages.isError && notices === undefined)
    return <Failure error={pages.error} onRetry={() => void pages.refetch()} />;
  if (notices === undefined) return <InboxSkeleton />;
  if (notices.length === 0 && notification === undefined && unread === undefined) return <NothingTold />;
  // Where nothing was chosen, the newest is shown where there is room, which does not make it read.
  const shown = notification === undefined ? notices[0] : listed;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div
        className={classes(
          'flex min-w-0 flex-col gap-3 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-0.5',
          notification !== undefined && 'max-lg:hidden',
        )}
      >
        <InboxBar unread={unread} hasUnread={notices.some(({ readAt }) => readAt === null)} />
        {notices.length === 0 ? (
          <p className="px-3 py-6 text-quiet">Everything is read.</p>
        ) : (
          <ul
            aria-label="Notifications, newest first"
            className={classes(
              'flex flex-col gap-0.5',
              // Nothing is shown beside the list there.
              notification === undefined && 'max-lg:[&_a]:bg-transparent',
            )}
          >
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} unread={unread} isShown={notice.id === shown?.id} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore pages={pages} />
      </div>
      <div className={classes('flex min-w-0 flex-col gap-4', notification === undefined && 'max-lg:hidden')}>
        {notification === undefined ? (
          shown !== undefined && <NoticeAds key={shown.id} notice={shown} />
        ) : (
          <Chosen id={notification} listed={listed} />
        )}
      </div>
    </div>
  );
}

interface InboxBarProps {
  readonly unread: true | undefined;
  readonly hasUnread: boolean;
}

function InboxBar({ unread, hasUnread }: InboxBarProps) {
  const navigate = route.useNavigate();
  const { data } = useQuery(api.notifications.unreadCount.queryOptions());
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 pl-3">
      <Switch
        label="Unread only"
        checked={unread === true}
        onChange={(isOn) => void navigate({ search: isOn ? { unread: true } : {}, replace: true })}
      />
      {(hasUnread || (data?.count ?? 0) > 0) && (
        <Button look="quiet" onClick={() => void markRead('all')}>
          Mark all read
        </Button>
      )}
    </div>
  );
}

interface ChosenProps {
  readonly id: number;
  /** Absent where it is further down than the list was read, or no longer unread. */
  readonly listed: Notification | undefined;
}

/** The one that was opened, which is read by that. */
function Chosen({ id, listed }: ChosenProps) {
  const { unread } = route.useSearch();
  const asked = useQuery({ ...api.notifications.get.queryOptions({ id }), enabled: listed === undefined });
  const notice = listed ?? asked.data;
  const isUnread = notice?.readAt === null;
  useEffect(() => {
    if (isUnread) void markRead([id]);
  }, [id, isUnread]);
  return (
    <>
      <Link to="/alerts" search={{ unread }} className={buttonClasses('quiet', '-ml-3 self-start lg:hidden')}>
        <ArrowLeft size={16} aria-hidden /> Inbox
      </Link>
      {notice !== undefined && <NoticeAds key={id} notice={notice} />}
      {notice === undefined && asked.isError && (
        <Failure error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {notice === undefined && asked.isPending && <Skeleton className="h-64" />}
      {notice === undefined && asked.isSuccess && (
        <Empty
          action={
            <Link to="/alerts" className={buttonClasses()}>
              Go to the inbox
            </Link>
          }
        >
          This notification is no longer kept.
        </Empty>
      )}
    </>
  );
}

function NothingTold() {
  return (
    <Empty
      icon={<InboxIcon size={24} aria-hidden />}
      action={
        <Link to="/alerts" search={{ tab: 'rules' }} className={buttonClasses()}>
          See your rules
        </Link>
      }
    >
      What your rules find is told here, with the ads that they found.
    </Empty>
  );
}

function InboxSkeleton() {
  return (
    <Loading label="The inbox is loading">
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-2">
          {Array.from({ length: 8 }, (_, place) => (
            <Skeleton key={place} className="h-15" />
          ))}
        </div>
        <Skeleton className="h-160 max-lg:hidden" />
      </div>
    </Loading>
  );
}
