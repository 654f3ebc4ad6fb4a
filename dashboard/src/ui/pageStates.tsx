import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { buttonClasses } from './Button.tsx';
import { Page } from './Page.tsx';
import { Failure, Loading, Skeleton } from './states.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found" narrow>
      <p>It may have been deleted, or the link is incomplete.</p>
      <Link to="/discover" className={buttonClasses('primary', 'self-start')}>
        Go to Discover
      </Link>
    </Page>
  );
}

/** Without the shell. */
export function StandaloneNotFoundPage() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page could not be loaded" narrow>
      <Failure error={error} onRetry={reset} />
    </Page>
  );
}

/** For errors in the shell itself. */
export function StandaloneErrorPage(props: ErrorComponentProps) {
  return (
    <main>
      <ErrorPage {...props} />
    </main>
  );
}

export function PageSkeleton() {
  return (
    <Loading label="Loading page">
      <div className="flex flex-col gap-6 p-4 sm:p-6">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64" />
      </div>
    </Loading>
  );
}
