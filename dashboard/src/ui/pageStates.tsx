import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { buttonClasses } from './Button.tsx';
import { Page } from './Page.tsx';
import { ErrorPanel, Loading, Skeleton } from './states.tsx';
import { uiCopy } from './copy.ts';

export function NotFoundPage() {
  return (
    <Page title={uiCopy.pageNotFound} narrow>
      <p>{uiCopy.pageNotFoundHint}</p>
      <Link to="/discover" className={buttonClasses('primary', 'self-start')}>
        {uiCopy.goToDiscover}
      </Link>
    </Page>
  );
}

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={uiCopy.pageFailed} narrow>
      <ErrorPanel error={error} onRetry={reset} />
    </Page>
  );
}

export function PageSkeleton() {
  return (
    <Loading label={uiCopy.loadingPage}>
      <div className="flex flex-col gap-6 p-4 sm:p-6">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64" />
      </div>
    </Loading>
  );
}
