import { type ReactNode, useEffect } from 'react';
import { classes } from './classes.ts';
import { uiCopy } from './copy.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = uiCopy.pageTitle(title);
  }, [title]);
}

interface PageProps {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly filters?: ReactNode;
  /** A reading width of 720 px. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, heading, about, actions, filters, narrow = false, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={classes('flex flex-col gap-6 p-4 sm:p-6', narrow && 'mx-auto w-full max-w-[768px]')}>
      <header className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          {/* Its content wraps before the actions do. */}
          <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
            {heading ?? <h1 className="text-2xl font-semibold">{title}</h1>}
            {about !== undefined && <div className="text-quiet">{about}</div>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {filters}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Section({ title, about, actions, children, className }: SectionProps) {
  return (
    <section className={classes('flex min-w-0 flex-col gap-4 rounded-md border bg-card p-4', className)}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">{title}</h2>
          {about !== undefined && <div className="text-xs text-quiet">{about}</div>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
