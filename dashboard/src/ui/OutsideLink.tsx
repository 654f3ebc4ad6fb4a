import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiCopy } from './copy.ts';

interface OutsideLinkProps {
  /** From an ad or a source, so untrusted. */
  readonly href: string;
  readonly children: ReactNode;
}

/** An external link without referrer. Anything but an HTTP URL is shown as text. */
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
      <span className="sr-only">{uiCopy.opensInNewTab}</span>
    </a>
  );
}
