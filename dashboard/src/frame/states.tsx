import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { buttonClasses } from '../parts/Button.tsx';
import { Page } from '../parts/Page.tsx';
import { Failure, Loading, Skeleton } from '../parts/states.tsx';

/** An address without a page. */
export function NoPage() {
  return (
    <Page title="Nothing here" narrow>
      <p>There is no page at this address. It may have been deleted, or the link is not whole.</p>
      <Link to="/discover" className={buttonClasses('primary', 'self-start')}>
        Go to Discover
      </Link>
    </Page>
  );
}

/** The same without the frame around it. */
export function NoPageAlone() {
  return (
    <main>
      <NoPage />
    </main>
  );
}

/** A page that could not be shown. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page could not be shown" narrow>
      <Failure error={error} onRetry={reset} />
    </Page>
  );
}

/** The same where the frame itself could not be shown. */
export function BrokenAlone(props: ErrorComponentProps) {
  return (
    <main>
      <BrokenPage {...props} />
    </main>
  );
}

export function PageSkeleton() {
  return (
    <Loading label="The page is loading">
      <div className="flex flex-col gap-6 p-4 sm:p-6">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64" />
      </div>
    </Loading>
  );
}
