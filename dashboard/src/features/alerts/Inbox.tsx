import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, Inbox as InboxIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api, byCursor } from '../../lib/api/client.ts';
import { httpStatus } from '../../lib/errors.ts';
import type { Notification } from '../../lib/api/types.ts';
import { NoticeRow } from './inbox/NoticeRow.tsx';
import { markNotificationsRead } from './inbox/reading.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Switch } from '../../ui/fields.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton, Skeletons } from '../../ui/states.tsx';
import { NoticeAds } from './NoticeAds.tsx';
import { alertsCopy } from './copy.ts';

const copy = alertsCopy.inbox;

const route = getRouteApi('/shell/alerts');

function useNotices(unreadOnly: boolean) {
  return useInfiniteQuery({
    ...api.notifications.list.infiniteQueryOptions({ unreadOnly, limit: 20 }, byCursor),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap((page) => page.notifications),
  });
}

/** Notifications on the left, the ads of the selected one on the right; on a phone one after the other. */
export function Inbox() {
  const { unread, notification } = route.useSearch();
  const pages = useNotices(unread === true);
  return (
    <QueryView
      query={pages}
      loading={
        <Loading label={copy.loading}>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <div className="flex flex-col gap-2">
              <Skeletons count={8} className="h-15" />
            </div>
            <Skeleton className="h-160 max-lg:hidden" />
          </div>
        </Loading>
      }
      isEmpty={({ length }) => length === 0 && notification === undefined && unread === undefined}
      empty={
        <Empty
          icon={<InboxIcon size={24} aria-hidden />}
          action={
            <Link to="/alerts" search={{ tab: 'rules' }} className={buttonClasses()}>
              {alertsCopy.viewRules}
            </Link>
          }
        >
          {copy.empty}
        </Empty>
      }
    >
      {(notices) => <Notices notices={notices} pages={pages} />}
    </QueryView>
  );
}

interface NoticesProps {
  readonly notices: readonly Notification[];
  readonly pages: ReturnType<typeof useNotices>;
}

function Notices({ notices, pages }: NoticesProps) {
  const { unread, notification } = route.useSearch();
  const listed = notices.find(({ id }) => id === notification);
  // Without a selection, wide screens show the newest without marking it as read.
  const shown = notification === undefined ? notices[0] : listed;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div
        className={classes(
          'flex min-w-0 flex-col gap-3 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-0.5',
          notification !== undefined && 'max-lg:hidden',
        )}
      >
        <InboxBar unread={unread} hasUnread={notices.some(({ readAt }) => readAt === null)} />
        {notices.length === 0 ? (
          <p className="px-3 py-6 text-quiet">{copy.caughtUp}</p>
        ) : (
          <ul
            aria-label={copy.list}
            className={classes(
              'flex flex-col gap-0.5',
              // Narrow screens show no ads beside the list.
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
          <Selected id={notification} listed={listed} />
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
        label={copy.unreadOnly}
        checked={unread === true}
        onChange={(isOn) => void navigate({ search: isOn ? { unread: true } : {}, replace: true })}
      />
      {(hasUnread || (data?.count ?? 0) > 0) && (
        <Button variant="quiet" onClick={() => void markNotificationsRead('all')}>
          {copy.markAllRead}
        </Button>
      )}
    </div>
  );
}

interface SelectedProps {
  readonly id: number;
  /** Absent if it is not loaded yet, or no longer in the unread list. */
  readonly listed: Notification | undefined;
}

/** The opened notification; opening marks it as read. */
function Selected({ id, listed }: SelectedProps) {
  const { unread } = route.useSearch();
  const loaded = useQuery({ ...api.notifications.get.queryOptions({ id }), enabled: listed === undefined });
  const notice = listed ?? loaded.data;
  const isUnread = notice?.readAt === null;
  const attempted = useRef<number | null>(null);
  useEffect(() => {
    // Once: a failed attempt makes it unread again.
    if (!isUnread || attempted.current === id) return;
    attempted.current = id;
    void markNotificationsRead([id]);
  }, [id, isUnread]);
  return (
    <>
      <Link to="/alerts" search={{ unread }} className={buttonClasses('quiet', '-ml-3 self-start lg:hidden')}>
        <ArrowLeft size={16} aria-hidden /> {copy.back}
      </Link>
      {listed === undefined ? (
        <QueryView
          query={loaded}
          loading={<Skeleton className="h-64" />}
          renderError={(error) =>
            httpStatus(error) === 404 ? (
              <Empty
                action={
                  <Link to="/alerts" className={buttonClasses()}>
                    {copy.goToInbox}
                  </Link>
                }
              >
                {copy.deleted}
              </Empty>
            ) : undefined
          }
        >
          {(found) => <NoticeAds key={id} notice={found} />}
        </QueryView>
      ) : (
        <NoticeAds key={id} notice={listed} />
      )}
    </>
  );
}
