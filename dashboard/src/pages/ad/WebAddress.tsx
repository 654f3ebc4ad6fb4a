import { OutsideLink } from '../../parts/OutsideLink.tsx';

/** An address as a person reads it: without what leads to it and what only counts visits. */
export function WebAddress({ url }: { readonly url: string }) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const words = parsed === null ? url : `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname}`;
  return <OutsideLink href={url}>{words.replace(/\/$/, '')}</OutsideLink>;
}
