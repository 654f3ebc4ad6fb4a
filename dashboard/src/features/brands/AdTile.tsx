import { Link } from '@tanstack/react-router';
import { AdThumb } from '../ads/AdThumb.tsx';

interface AdTileProps {
  readonly hash: string;
  readonly url: string | null;
  readonly headline: string | null;
  readonly brand: string;
  /** Below the image: the date. */
  readonly note: string;
}

/** A thumbnail that links to its ad. */
export function AdTile({ hash, url, headline, brand, note }: AdTileProps) {
  return (
    <Link
      to="/ads/$hash"
      params={{ hash }}
      title={headline ?? undefined}
      aria-label={`${headline ?? 'Ad without a headline'}, ${note}`}
      className="flex w-24 shrink-0 flex-col gap-1 rounded-sm hover:opacity-85"
    >
      <AdThumb url={url} brand={brand} text={headline} className="aspect-4/5 w-full rounded-sm" />
      <span className="truncate text-xs text-quiet">{note}</span>
    </Link>
  );
}
