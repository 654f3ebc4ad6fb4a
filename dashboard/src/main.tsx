import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut, queryClient } from './api/client.ts';
import { router } from './routes.tsx';
import './theme.css';

// A session that ended while a page was open: what it needs is asked for again after signing in.
onSignedOut(() => {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in' || pathname.startsWith('/join/')) return;
  void router.navigate({ to: '/sign-in', search: { next: href } });
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
