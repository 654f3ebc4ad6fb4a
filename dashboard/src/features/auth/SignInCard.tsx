import type { ReactNode } from 'react';
import { usePageTitle } from '../../ui/Page.tsx';
import { authCopy } from './copy.ts';

interface SignInCardProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

export function SignInCard({ title, about, children, below }: SignInCardProps) {
  usePageTitle(title);
  return (
    <main
      id="content"
      tabIndex={-1}
      className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,14dvh)] pb-8 outline-none"
    >
      <div className="flex w-full max-w-96 flex-col gap-6">
        <div className="flex items-center justify-center gap-2">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          <span className="text-base font-semibold">{authCopy.signIn.magpie}</span>
        </div>
        <div className="flex flex-col gap-6 rounded-lg border bg-card p-6 sm:p-8">
          <div className="flex flex-col gap-2">
            <h1 className="text-2xl font-semibold">{title}</h1>
            {about !== undefined && <div className="text-quiet">{about}</div>}
          </div>
          {children}
        </div>
        {below !== undefined && <div className="px-2 text-center text-quiet">{below}</div>}
      </div>
    </main>
  );
}

export function Bold({ children }: { readonly children: string }) {
  return <b className="text-ink">{children}</b>;
}

export const textLink = 'font-semibold text-accent-strong underline-offset-4 hover:underline';
