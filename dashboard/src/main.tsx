import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { api, queryClient } from './api/client.ts';
import { onSignedOut } from './api/session.ts';
import { sessionQuery } from './api/signIn.ts';
import { focusContent } from './parts/takeFocus.ts';
import { router } from './routes.tsx';
import './theme.css';

// A session that ended while a page was open: what it needs is asked for again after signing in.
onSignedOut(() => {
  const { pathname, href } = router.history.location;
  const wasSignedIn = queryClient.getQueryData(api.account.get.queryKey()) !== undefined;
  if (!wasSignedIn || pathname === '/sign-in' || pathname.startsWith('/join/')) return;
  queryClient.setQueryData(sessionQuery.queryKey, (before) => before && { ...before, user: null });
  void router
    .navigate({ to: '/sign-in', search: { next: href, isSignedOut: true } })
    .then(() => queryClient.removeQueries(api.account.pathFilter()));
});

// Who follows a link by keyboard or screen reader goes on from the beginning of the new page, not from the link.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  const isTyping = document.activeElement?.closest('input, textarea, select, [role=dialog]') ?? null;
  if (fromLocation !== undefined && pathChanged && isTyping === null) focusContent();
});

// Asked for before anything is drawn with it: text that changes its font when it has come would move what is below.
void document.fonts.load('1em "Inter Variable"');

const place = document.querySelector('#app');
if (place === null) throw new Error('index.html has no element with the id app');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
