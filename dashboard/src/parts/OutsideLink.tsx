import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

interface OutsideLinkProps {
  /** From an ad or a source: anybody's. */
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to somewhere else, which learns nothing of where it was pressed. What is no web address stays words. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex max-w-full items-center gap-1 text-accent hover:underline"
    >
      <span className="min-w-0 truncate">{children}</span>
      <ExternalLink size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">(opens a new tab)</span>
    </a>
  );
}
