import { Link, Outlet } from '@tanstack/react-router';
import { Tooltip } from 'radix-ui';
import { Toaster } from '../../ui/toast.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { BoardDragContext } from '../../features/boards/tree/BoardDragContext.tsx';
import { BoardTree } from '../../features/boards/tree/BoardTree.tsx';
import { CommandMenu } from '../commandMenu/CommandMenu.tsx';
import { IndexNotice } from './IndexNotice.tsx';
import { InboxBell } from '../../features/alerts/inbox/InboxBell.tsx';
import { navItems } from './navItems.ts';
import { TeamInvitations } from '../../features/settings/team/TeamInvitations.tsx';
import { appCopy } from '../copy.ts';

const copy = appCopy.shell;

/** The layout around every page: navigation, search, inbox and account menu. */
export function Shell() {
  return (
    <Tooltip.Provider delayDuration={250}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md border bg-card px-3 py-2 focus:translate-y-0"
      >
        {copy.skipToContent}
      </a>
      <BoardDragContext>
        <div className="min-h-dvh pb-16 sm:pb-0 sm:pl-16 lg:pl-56">
          <SideBar />
          <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-page px-4 sm:px-6">
            <CommandMenu />
            <div className="ml-auto flex items-center gap-3">
              <InboxBell />
              <AccountMenu />
            </div>
          </header>
          <TeamInvitations />
          <IndexNotice />
          <main id="content" tabIndex={-1} className="outline-none">
            <Outlet />
          </main>
          <BottomBar />
        </div>
      </BoardDragContext>
      <Toaster />
    </Tooltip.Provider>
  );
}

const linkClasses =
  'flex h-9 items-center gap-3 rounded-md px-3 text-quiet hover:bg-sunk hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-strong';

function SideBar() {
  return (
    <nav
      aria-label={copy.pages}
      className="fixed inset-y-0 left-0 z-30 hidden w-16 flex-col gap-1 overflow-y-auto border-r bg-card px-3 py-3 sm:flex lg:w-56"
    >
      <Link
        to="/discover"
        className="mb-3 flex h-9 items-center gap-2 px-1.5 font-semibold"
        aria-label={copy.magpie}
      >
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <span className="hidden text-base lg:inline">{copy.magpie}</span>
      </Link>
      {navItems.map(({ to, name, icon: Icon }) => (
        <div key={to}>
          <Link to={to} className={linkClasses} title={name} activeOptions={{ includeSearch: false }}>
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

/** Without alerts and settings, which the bell and the account menu open, so that labels fit on a phone. */
const bottomItems = navItems.filter(({ to }) => to !== '/alerts' && to !== '/settings');

function BottomBar() {
  return (
    <nav
      aria-label={copy.pages}
      className="fixed inset-x-0 bottom-0 z-30 flex h-16 items-stretch justify-around border-t bg-card sm:hidden"
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
