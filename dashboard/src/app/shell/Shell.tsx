import { useEffect } from 'react';
import { Link, Outlet, useLocation, useMatchRoute } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Toaster, toastError } from '../../ui/toast.tsx';
import { useRememberedSequence } from '../../features/ads/adSequence.ts';
import { DemoNotice } from '../../features/ads/demo.tsx';
import { runningActions } from '../../features/ads/runningActions.ts';
import { useDragged } from '../../features/boards/tree/drag.ts';
import { BoardDialogs, BoardTree } from '../../features/boards/tree/BoardTree.tsx';
import { CommandMenu } from '../commandMenu/CommandMenu.tsx';
import { InboxBell } from '../../features/alerts/inbox/InboxBell.tsx';
import { navItems } from './navItems.ts';
import { appCopy } from '../copy.ts';
import { useAccount } from '../../lib/api/account.ts';
import { useTeams } from '../../lib/api/teams.ts';
import { createLazyModule } from '../../ui/lazyModule.ts';
import { signOut } from '../../lib/api/signIn.ts';
import { sendPendingDeletions } from '../../ui/undo.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TipLayer } from '../../ui/Tip.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../../ui/Menu.tsx';
import { themes, useTheme } from '../../lib/theme.ts';
import { api, queryClient } from '../../lib/api/client.ts';

const copy = appCopy.shell;

export function Shell() {
  useRememberedSequence();
  // Its own search and title are in the row of the header.
  const isDiscover = useLocation({ select: ({ pathname }) => pathname === '/discover' });
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md border bg-card px-3 py-2 focus:translate-y-0"
      >
        {copy.skipToContent}
      </a>
      <div className="min-h-dvh pb-16 sm:pb-0 sm:pl-16 lg:pl-50 print:p-0!">
        <SideBar />
        <Invitations />
        <IndexNotice />
        <DemoBar />
        <header
          className={classes(
            'sticky top-0 flex h-12 items-center gap-1 px-4 sm:px-6 print:hidden',
            isDiscover
              ? 'pointer-events-none z-25 justify-end *:pointer-events-auto'
              : 'z-20 border-b bg-page',
          )}
        >
          <CommandMenu isIcon={isDiscover} />
          <div className={classes('flex items-center gap-1', !isDiscover && 'ml-auto')}>
            <InboxBell />
            <AccountMenu />
          </div>
        </header>
        <main id="content" tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
        <BottomBar />
      </div>
      <Dragged />
      <BoardDialogs />
      <RunningActions />
      <Toaster />
      <TipLayer />
    </>
  );
}

const invitationsModule = createLazyModule(() => import('../../features/settings/team/TeamInvitations.tsx'));

function Invitations() {
  const { invitations } = useTeams();
  const loaded = invitationsModule.use(invitations.length > 0);
  return loaded !== null && invitations.length > 0 && <loaded.TeamInvitations invitations={invitations} />;
}

const dragPreview = createLazyModule(() => import('../../features/boards/tree/DragPreview.tsx'));

function Dragged() {
  const isDragging = useDragged() !== null;
  const loaded = dragPreview.use(isDragging);
  return loaded !== null && isDragging && <loaded.DragPreview />;
}

const bulkActions = createLazyModule(() => import('../../features/ads/BulkActions.tsx'));

function RunningActions() {
  const isNeeded = runningActions.use().length > 0;
  const loaded = bulkActions.use(isNeeded);
  return loaded !== null && isNeeded && <loaded.BulkActions />;
}

const linkClasses =
  'flex h-9 items-center gap-3 rounded-md px-3 text-quiet hover:bg-sunk hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-strong';

/** The tree of boards, which marks the open one, is hidden on narrow screens. */
const narrowClasses = 'max-lg:bg-accent-soft max-lg:text-accent-strong';

function SideBar() {
  const isBoard = useMatchRoute()({ to: '/boards/$boardId' }) !== false;
  return (
    <nav
      aria-label={copy.pages}
      className="fixed inset-y-0 left-0 z-30 hidden w-16 flex-col gap-1 overflow-y-auto border-r bg-card px-3 py-3 sm:flex lg:w-50 print:hidden!"
    >
      <Link
        // Leads to Discover, but does not mark itself as the current page beside the item of Discover.
        to="/"
        activeOptions={{ exact: true }}
        className="mb-3 flex h-9 items-center gap-2 px-1.5 font-semibold"
        aria-label={copy.magpie}
      >
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <span className="hidden text-base lg:inline">{copy.magpie}</span>
      </Link>
      {navItems.map(({ to, name, icon: Icon }) => (
        <div key={to}>
          <Link
            to={to}
            className={classes(linkClasses, isBoard && to === '/boards' && narrowClasses)}
            title={name}
            // The tree marks the open board instead.
            activeOptions={{ includeSearch: false, exact: to === '/boards' }}
          >
            <Icon size={18} aria-hidden className="shrink-0" />
            <span className="sr-only lg:not-sr-only">{name}</span>
          </Link>
          {to === '/boards' && (
            <div className="hidden lg:block">
              <BoardTree />
            </div>
          )}
        </div>
      ))}
    </nav>
  );
}

/** Without alerts, reports and settings, which the bell and the account menu open, so that labels fit on a phone. */
const notAtBottom: ReadonlySet<string> = new Set(['/alerts', '/reports', '/settings']);
const bottomItems = navItems.filter(({ to }) => !notAtBottom.has(to));

function BottomBar() {
  return (
    <nav
      aria-label={copy.pages}
      className="fixed inset-x-0 bottom-0 z-30 flex h-16 items-stretch justify-around border-t bg-card sm:hidden print:hidden"
    >
      {bottomItems.map(({ to, name, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ includeSearch: false }}
          className="flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-quiet aria-[current]:font-semibold aria-[current]:text-accent-strong"
        >
          <Icon size={18} aria-hidden />
          <span className="w-full truncate text-center">{name}</span>
        </Link>
      ))}
    </nav>
  );
}

function leave(): void {
  // A full page load clears everything of the account from memory.
  sendPendingDeletions()
    .then(signOut)
    .then(() => location.assign('/sign-in'), toastError);
}

function AccountMenu() {
  const account = useAccount();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label={copy.account} className="rounded-full">
          <span
            aria-hidden
            className="flex size-7 items-center justify-center rounded-full bg-accent font-semibold text-on-accent"
          >
            {(account.name ?? account.email).charAt(0).toUpperCase()}
          </span>
        </IconButton>
      }
    >
      <div className="px-2 py-1">
        {account.name !== null && <p className="truncate font-semibold">{account.name}</p>}
        <p className="truncate text-xs text-quiet">{account.email}</p>
      </div>
      <MenuLine />
      {/* The bottom bar of a phone has no room for them. */}
      <MenuItem asChild>
        <Link to="/reports" className="sm:hidden">
          {copy.reports}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/settings/$section" params={{ section: 'account' }}>
          {copy.settings}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <a href="/docs">{copy.apiReference}</a>
      </MenuItem>
      <MenuLine />
      <MenuLabel>{copy.theme}</MenuLabel>
      {themes.map(({ value, label }) => (
        <MenuChoice key={value} checked={theme === value} onSelect={() => chooseTheme(value)}>
          {label}
        </MenuChoice>
      ))}
      <MenuLine />
      <MenuItem onSelect={leave}>{copy.signOut}</MenuItem>
    </Menu>
  );
}

const refreshMilliseconds = 5 * 60_000;
const demoRefreshMilliseconds = 2000;

/** One query for both notices. */
function useHealth() {
  return useQuery({
    ...api.system.health.queryOptions(),
    staleTime: refreshMilliseconds,
    refetchInterval: ({ state }) =>
      state.data?.demoAds === undefined ? refreshMilliseconds : demoRefreshMilliseconds,
  });
}

/** The progress while the demo ads of the first start are being loaded; pages load again when they are there. */
function DemoBar() {
  const progress = useHealth().data?.demoAds;
  const isLoading = progress !== undefined;
  useEffect(() => {
    if (!isLoading) return undefined;
    return () => void queryClient.invalidateQueries();
  }, [isLoading]);
  if (progress === undefined) return <DemoNotice />;
  const percent = Math.floor((progress.loaded / progress.total) * 100);
  return (
    <output className="block border-b bg-accent-soft px-4 py-1 text-sm sm:px-6">
      {copy.demoLoading(percent)}
    </output>
  );
}

/** Shown above every page while stored ads are damaged or missing, so that nobody relies on numbers that are too low. */
function IndexNotice() {
  const health = useHealth();
  if (health.data === undefined || health.data.status === 'ok') return null;
  const { problems, advice } = health.data;
  return (
    <section
      aria-label={copy.damagedData}
      className="flex gap-2 border-b border-bad bg-bad-soft px-4 py-3 sm:px-6"
    >
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-bad" aria-hidden />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <p className="font-semibold">{copy.damagedDataHint}</p>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        <p>{advice}</p>
      </div>
    </section>
  );
}
