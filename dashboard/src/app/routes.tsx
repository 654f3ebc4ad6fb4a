import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { api, queryClient } from '../lib/api/client.ts';
import { isSignedOut } from '../lib/errors.ts';
import { onlyKnown, parseId } from '../lib/searchParams.ts';
import { Shell } from './shell/Shell.tsx';
import { ErrorPage, NotFoundPage, PageSkeleton } from '../ui/pageStates.tsx';
import { readAlertsSearch, readRuleSearch } from '../features/alerts/search.ts';
import { type BoardSearch, readBoardSearch, savedAdsQuery } from '../features/boards/search.ts';
import {
  compareQuery,
  headerQuery,
  readBrandSearch,
  readBrandsSearch,
  readCompareSearch,
} from '../features/brands/search.ts';
import { foundAdsQuery, readDiscoverSearch } from '../features/ads/discover/search.ts';
import { readSaveSearch } from '../features/ads/save/search.ts';
import { prefetchSection, readSettingsSearch } from '../features/settings/search.ts';
import { takeNext } from '../features/auth/afterProvider.ts';
import { readSignInSearch } from '../features/auth/search.ts';
import { readReportSearch, reportQuery } from '../features/reports/search.ts';
import { readStudioSearch } from '../features/studio/search.ts';
import {
  categoriesQuery,
  readSaturationSearch,
  readTrendingSearch,
  topBrandsQuery,
  topTagsQuery,
} from '../features/trending/search.ts';

/**
 * All routes. The code of a page is loaded when it is opened; its search parameters are read by its `search.ts`, which
 * drops invalid values instead of throwing. Loaders start the main query of a page while its code loads, without waiting
 * for it; only on entry, since each hovered link would send a request otherwise.
 */

const root = createRootRouteWithContext<object>()({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: onlyKnown(readSignInSearch),
  component: lazyRouteComponent(() => import('../features/auth/SignInPage.tsx'), 'SignInPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../features/auth/PasswordPages.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(() => import('../features/auth/PasswordPages.tsx'), 'ResetPasswordPage'),
});
const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$token',
  component: lazyRouteComponent(() => import('../features/auth/JoinPage.tsx'), 'JoinPage'),
});

/** For errors in the shell itself. */
function StandaloneErrorPage(props: ErrorComponentProps) {
  return (
    <main>
      <ErrorPage {...props} />
    </main>
  );
}

async function requireSignIn({ location }: { readonly location: { readonly href: string } }): Promise<void> {
  try {
    await queryClient.ensureQueryData(api.account.get.queryOptions());
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    const next = location.href === '/' ? undefined : location.href;
    throw redirect({ to: '/sign-in', search: { next } });
  }
}

/** The consent page for apps; outside of the shell, so that nothing distracts. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  errorComponent: StandaloneErrorPage,
  validateSearch: ({ request }: Record<string, unknown>) => ({
    request: typeof request === 'string' ? request : '',
  }),
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/auth/ConnectPage.tsx'), 'ConnectPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  errorComponent: StandaloneErrorPage,
  beforeLoad: requireSignIn,
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: takeNext() ?? '/discover' });
  },
});
const discover = createRoute({
  getParentRoute: () => shell,
  path: '/discover',
  validateSearch: onlyKnown(readDiscoverSearch),
  loader: ({ cause, location: { search } }) => {
    if (cause !== 'enter') return;
    void queryClient.prefetchInfiniteQuery(foundAdsQuery(readDiscoverSearch(search)));
  },
  component: lazyRouteComponent(() => import('../features/ads/discover/DiscoverPage.tsx'), 'DiscoverPage'),
});
/** Not the ads of a board that the cached list lacks, which would fail; without a list they do not wait for it. */
function prefetchBoard(boardId: string, search: BoardSearch): void {
  const all = queryClient.getQueryData(api.boards.list.queryKey());
  void queryClient.prefetchQuery(api.boards.list.queryOptions());
  const id = parseId(Number(boardId));
  if (id !== undefined && (all === undefined || all.some((one) => one.id === id)))
    void queryClient.prefetchInfiniteQuery(savedAdsQuery(id, search));
}

const boards = createRoute({
  getParentRoute: () => shell,
  path: '/boards',
  validateSearch: onlyKnown(readBoardSearch),
  loader: ({ cause, location }) => {
    if (cause !== 'enter') return;
    const search = readBoardSearch(location.search);
    if (search.show === 'ads') void queryClient.prefetchInfiniteQuery(savedAdsQuery('ALL', search));
    else void queryClient.prefetchQuery(api.boards.list.queryOptions());
  },
  component: lazyRouteComponent(() => import('../features/boards/BoardsPage.tsx'), 'BoardsPage'),
});
const board = createRoute({
  getParentRoute: () => shell,
  path: '/boards/$boardId',
  validateSearch: onlyKnown(readBoardSearch),
  loader: ({ cause, params, location: { search } }) => {
    if (cause === 'enter') prefetchBoard(params.boardId, readBoardSearch(search));
  },
  component: lazyRouteComponent(() => import('../features/boards/BoardPage.tsx'), 'BoardPage'),
});
const brands = createRoute({
  getParentRoute: () => shell,
  path: '/brands',
  validateSearch: onlyKnown(readBrandsSearch),
  loader: ({ cause, location: { search } }) => {
    if (cause !== 'enter' || readBrandsSearch(search).name !== undefined) return;
    void queryClient.prefetchQuery(api.companies.listFollowed.queryOptions());
  },
  component: lazyRouteComponent(() => import('../features/brands/BrandsPage.tsx'), 'BrandsPage'),
});
const brand = createRoute({
  getParentRoute: () => shell,
  path: '/brands/$name',
  validateSearch: onlyKnown(readBrandSearch),
  loader: ({ cause, params }) => {
    if (cause !== 'enter') return;
    void queryClient.prefetchQuery(headerQuery(params.name));
  },
  component: lazyRouteComponent(() => import('../features/brands/BrandPage.tsx'), 'BrandPage'),
});
const compare = createRoute({
  getParentRoute: () => shell,
  path: '/compare',
  validateSearch: onlyKnown(readCompareSearch),
  loader: ({ cause, location }) => {
    const search = readCompareSearch(location.search);
    if (cause === 'enter' && (search.names ?? []).length > 1)
      void queryClient.prefetchQuery(compareQuery(search));
  },
  component: lazyRouteComponent(() => import('../features/brands/ComparePage.tsx'), 'ComparePage'),
});
const trending = createRoute({
  getParentRoute: () => shell,
  path: '/trending',
  validateSearch: onlyKnown(readTrendingSearch),
  loader: ({ cause, location }) => {
    if (cause !== 'enter') return;
    const search = readTrendingSearch(location.search);
    void queryClient.prefetchQuery(topTagsQuery(search));
    void queryClient.prefetchQuery(topBrandsQuery(search));
  },
  component: lazyRouteComponent(() => import('../features/trending/TrendingPage.tsx'), 'TrendingPage'),
});
const saturation = createRoute({
  getParentRoute: () => shell,
  path: '/trending/saturation',
  validateSearch: onlyKnown(readSaturationSearch),
  loader: ({ cause }) => {
    if (cause === 'enter') void queryClient.prefetchQuery(categoriesQuery);
  },
  component: lazyRouteComponent(() => import('../features/trending/SaturationPage.tsx'), 'SaturationPage'),
});
const ad = createRoute({
  getParentRoute: () => shell,
  path: '/ads/$hash',
  loader: ({ cause, params: { hash } }) => {
    if (cause === 'enter') void queryClient.prefetchQuery(api.ads.getDetails.queryOptions({ hash }));
  },
  component: lazyRouteComponent(() => import('../features/ads/detail/AdPage.tsx'), 'AdPage'),
});
const studio = createRoute({
  getParentRoute: () => shell,
  path: '/studio',
  validateSearch: onlyKnown(readStudioSearch),
  loader: ({ cause }) => {
    if (cause === 'enter') void queryClient.prefetchQuery(api.cloneProducts.list.queryOptions());
  },
  component: lazyRouteComponent(() => import('../features/studio/StudioPage.tsx'), 'StudioPage'),
});
const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  validateSearch: onlyKnown(readAlertsSearch),
  loader: ({ cause }) => {
    if (cause === 'enter') void queryClient.prefetchQuery(api.notifications.listRules.queryOptions());
  },
  component: lazyRouteComponent(() => import('../features/alerts/AlertsPage.tsx'), 'AlertsPage'),
});
const rule = createRoute({
  getParentRoute: () => shell,
  path: '/alerts/rules/$ruleId',
  validateSearch: onlyKnown(readRuleSearch),
  loader: ({ cause, params: { ruleId } }) => {
    if (cause === 'enter' && ruleId !== 'new')
      void queryClient.prefetchQuery(api.notifications.listRules.queryOptions());
  },
  component: lazyRouteComponent(() => import('../features/alerts/RulePage.tsx'), 'RulePage'),
});
const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  loader: ({ cause }) => {
    if (cause === 'enter') void queryClient.prefetchQuery(api.reports.list.queryOptions());
  },
  component: lazyRouteComponent(() => import('../features/reports/ReportsPage.tsx'), 'ReportsPage'),
});
const report = createRoute({
  getParentRoute: () => shell,
  path: '/reports/view',
  validateSearch: onlyKnown(readReportSearch),
  loader: ({ cause, location: { search } }) => {
    const read = readReportSearch(search);
    if (cause === 'enter' && (read.name ?? read.boardId) !== undefined)
      void queryClient.prefetchQuery(reportQuery(read));
  },
  component: lazyRouteComponent(() => import('../features/reports/ReportPage.tsx'), 'ReportPage'),
});
const imports = createRoute({
  getParentRoute: () => shell,
  path: '/import',
  loader: ({ cause }) => {
    if (cause === 'enter') void queryClient.prefetchQuery(api.sources.connectors.queryOptions());
  },
  component: lazyRouteComponent(() => import('../features/settings/sources/ImportPage.tsx'), 'ImportPage'),
});
const addBrand = createRoute({
  getParentRoute: () => shell,
  path: '/add-brand',
  validateSearch: (search) => ({ text: typeof search['text'] === 'string' ? search['text'] : undefined }),
  component: lazyRouteComponent(
    () => import('../features/settings/sources/AddBrandPage.tsx'),
    'AddBrandPage',
  ),
});
const save = createRoute({
  getParentRoute: () => shell,
  path: '/save',
  validateSearch: onlyKnown(readSaveSearch),
  component: lazyRouteComponent(() => import('../features/ads/save/SavePage.tsx'), 'SavePage'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'account' } });
  },
});
const settingsSection = createRoute({
  getParentRoute: () => shell,
  path: '/settings/$section',
  validateSearch: onlyKnown(readSettingsSearch),
  loader: ({ cause, params: { section }, location: { search } }) => {
    if (cause === 'enter') prefetchSection(section, readSettingsSearch(search));
  },
  component: lazyRouteComponent(() => import('../features/settings/SettingsPage.tsx'), 'SettingsPage'),
});

const tree = root.addChildren([
  signIn,
  forgotPassword,
  resetPassword,
  join,
  connect,
  shell.addChildren([
    home,
    discover,
    boards,
    board,
    brands,
    brand,
    compare,
    trending,
    saturation,
    ad,
    studio,
    alerts,
    rule,
    reports,
    report,
    imports,
    addBrand,
    save,
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
