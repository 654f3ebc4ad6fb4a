import { OutsideLink } from '../../../ui/OutsideLink.tsx';

/** A URL without protocol, `www.` and query. */
export function WebAddress({ url }: { readonly url: string }) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const text = parsed === null ? url : `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname}`;
  return <OutsideLink href={url}>{text.replace(/\/$/, '')}</OutsideLink>;
}
