import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { api, queryClient } from './api/client.ts';
import { isSignedOut } from './api/errors.ts';
import { Frame } from './frame/Frame.tsx';
import {
  StandaloneErrorPage,
  ErrorPage,
  NotFoundPage,
  StandaloneNotFoundPage,
  PageSkeleton,
} from './frame/states.tsx';
import { readAlertsSearch, readRuleSearch } from './pages/alerts/search.ts';
import { readBoardSearch } from './pages/boards/search.ts';
import { readBrandSearch, readBrandsSearch, readCompareSearch } from './pages/brand/search.ts';
import { readDiscoverSearch } from './pages/discover/search.ts';
import { readSettingsSearch } from './pages/settings/search.ts';
import { takeNext } from './pages/signIn/afterProvider.ts';
import { readSignInSearch } from './pages/signIn/search.ts';
import { readStudioSearch } from './pages/studio/search.ts';
import { readTrendingSearch } from './pages/trending/search.ts';

/**
 * All routes. The code of a page is loaded when it is opened; its search parameters are read by its `search.ts`, which
 * drops invalid values instead of throwing.
 */

const root = createRootRouteWithContext<object>()({
  component: Outlet,
  notFoundComponent: StandaloneNotFoundPage,
});

// Pages without sign-in.

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('./pages/signIn/SignInPage.tsx'), 'SignInPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/signIn/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(() => import('./pages/signIn/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});
const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$token',
  component: lazyRouteComponent(() => import('./pages/signIn/JoinPage.tsx'), 'JoinPage'),
});

// Pages that require sign-in.

async function requireSignIn({ location }: { readonly location: { readonly href: string } }): Promise<void> {
  try {
    await queryClient.ensureQueryData(api.account.get.queryOptions());
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    const next = location.href === '/' ? undefined : location.href;
    throw redirect({ to: '/sign-in', search: { next } });
  }
}

/** The consent page for apps; outside of the frame, so that nothing distracts. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  errorComponent: StandaloneErrorPage,
  validateSearch: ({ request }: Record<string, unknown>) => ({
    request: typeof request === 'string' ? request : '',
  }),
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('./pages/signIn/ConnectPage.tsx'), 'ConnectPage'),
});

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  errorComponent: StandaloneErrorPage,
  beforeLoad: requireSignIn,
});

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: takeNext() ?? '/discover' });
  },
});
const discover = createRoute({
  getParentRoute: () => frame,
  path: '/discover',
  validateSearch: readDiscoverSearch,
  component: lazyRouteComponent(() => import('./pages/discover/DiscoverPage.tsx'), 'DiscoverPage'),
});
const boards = createRoute({
  getParentRoute: () => frame,
  path: '/boards',
  validateSearch: readBoardSearch,
  component: lazyRouteComponent(() => import('./pages/boards/BoardsPage.tsx'), 'BoardsPage'),
});
const board = createRoute({
  getParentRoute: () => frame,
  path: '/boards/$boardId',
  validateSearch: readBoardSearch,
  component: lazyRouteComponent(() => import('./pages/boards/BoardPage.tsx'), 'BoardPage'),
});
const brands = createRoute({
  getParentRoute: () => frame,
  path: '/brands',
  validateSearch: readBrandsSearch,
  component: lazyRouteComponent(() => import('./pages/brand/BrandsPage.tsx'), 'BrandsPage'),
});
const brand = createRoute({
  getParentRoute: () => frame,
  path: '/brands/$name',
  validateSearch: readBrandSearch,
  component: lazyRouteComponent(() => import('./pages/brand/BrandPage.tsx'), 'BrandPage'),
});
const compare = createRoute({
  getParentRoute: () => frame,
  path: '/compare',
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import('./pages/brand/ComparePage.tsx'), 'ComparePage'),
});
const trending = createRoute({
  getParentRoute: () => frame,
  path: '/trending',
  validateSearch: readTrendingSearch,
  component: lazyRouteComponent(() => import('./pages/trending/TrendingPage.tsx'), 'TrendingPage'),
});
const ad = createRoute({
  getParentRoute: () => frame,
  path: '/ads/$hash',
  component: lazyRouteComponent(() => import('./pages/ad/AdPage.tsx'), 'AdPage'),
});
const studio = createRoute({
  getParentRoute: () => frame,
  path: '/studio',
  validateSearch: readStudioSearch,
  component: lazyRouteComponent(() => import('./pages/studio/StudioPage.tsx'), 'StudioPage'),
});
const alerts = createRoute({
  getParentRoute: () => frame,
  path: '/alerts',
  validateSearch: readAlertsSearch,
  component: lazyRouteComponent(() => import('./pages/alerts/AlertsPage.tsx'), 'AlertsPage'),
});
const rule = createRoute({
  getParentRoute: () => frame,
  path: '/alerts/rules/$ruleId',
  validateSearch: readRuleSearch,
  component: lazyRouteComponent(() => import('./pages/alerts/RulePage.tsx'), 'RulePage'),
});
const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'account' } });
  },
});
const settingsSection = createRoute({
  getParentRoute: () => frame,
  path: '/settings/$section',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(() => import('./pages/settings/SettingsPage.tsx'), 'SettingsPage'),
});

const tree = root.addChildren([
  signIn,
  forgotPassword,
  resetPassword,
  join,
  connect,
  frame.addChildren([
    home,
    discover,
    boards,
    board,
    brands,
    brand,
    compare,
    trending,
    ad,
    studio,
    alerts,
    rule,
    settings,
    settingsSection,
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  context: {},
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 300,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
