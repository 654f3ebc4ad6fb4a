import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { api, queryClient } from '../lib/api/client.ts';
import { onSignedOut, sessionQuery } from '../lib/api/signIn.ts';
import { focusContent } from '../ui/focus.ts';
import { preloadLazyModules } from '../ui/lazyModule.ts';
import { listenForUndo } from '../ui/undo.tsx';
import { router } from './routes.tsx';
import './theme.css';

listenForUndo();

// The session ended while a page was open: queries are refetched after signing in.
onSignedOut(() => {
  const { pathname, href } = router.history.location;
  const wasSignedIn = queryClient.getQueryData(api.account.get.queryKey()) !== undefined;
  if (!wasSignedIn || pathname === '/sign-in' || pathname.startsWith('/join/')) return;
  queryClient.setQueryData(sessionQuery.queryKey, (before) => before && { ...before, user: null });
  void router
    .navigate({ to: '/sign-in', search: { next: href, isSignedOut: true } })
    .then(() => queryClient.removeQueries(api.account.pathFilter()));
});

// After navigation, keyboard and screen reader users start at the beginning of the new page.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  const isTyping = document.activeElement?.closest('input, textarea, select, [role=dialog]') ?? null;
  if (fromLocation !== undefined && pathChanged && isTyping === null) focusContent();
});

const container = document.querySelector('#app');
if (container === null) throw new Error('index.html has no element with the id app');
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

const retryMilliseconds = 500;

/** Not before the first page has its data. Safari has no idle callbacks. */
function preloadWhenIdle(): void {
  if (queryClient.isFetching() > 0) setTimeout(preloadWhenIdle, retryMilliseconds);
  else if (window.requestIdleCallback === undefined) preloadLazyModules();
  else window.requestIdleCallback(preloadLazyModules);
}

window.addEventListener('load', () => setTimeout(preloadWhenIdle, retryMilliseconds));
