import { platformRows } from '@magpie/contract/platforms';
import { Images, Play } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Ad } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { formatDuration } from '../../lib/format.ts';
import { firstMedia, imageProps, getThumbnail, videoUrl } from './mediaUrls.ts';
import { pickTint } from './tint.ts';
import { adsCopy } from './copy.ts';

type AdWithMedia = Pick<Ad, 'media' | 'cards' | 'headline' | 'body' | 'advertiser' | 'platform'>;

interface AdMediaProps {
  readonly ad: AdWithMedia;
  /** The width in the layout, as in `<img sizes>`. */
  readonly sizes: string;
  /** Loads the image before others: it is in the first screen. */
  readonly isFirst?: boolean;
  /** Width by height; default: that of the media. */
  readonly ratio?: number;
}

/** Taller media are cropped, so that one ad does not fill the screen; wider ones have a margin. */
const ratioLimits = { tallest: 4 / 7, widest: 3 };

/** The width of the media divided by its height, within limits. Known before it is loaded, so that nothing shifts. */
export function mediaRatio(ad: AdWithMedia): number {
  const { width, height } = firstMedia(ad) ?? { width: null, height: null };
  const usual = ad.platform === null ? 4 / 5 : platformRows[ad.platform].aspectRatio;
  const ratio = width === null || height === null ? usual : width / height;
  return Math.min(ratioLimits.widest, Math.max(ratioLimits.tallest, ratio));
}

/** URLs that failed to load, which other cards and pages do not try again. */
const expired = new Set<string>();

/**
 * The media of an ad in its own ratio. A video plays muted on hover. Media that cannot be loaded are one small tile;
 * ads without media are text.
 */
export function AdMedia({ ad, sizes, isFirst = false, ratio = mediaRatio(ad) }: AdMediaProps) {
  const first = firstMedia(ad);
  const still = getThumbnail(first);
  const [, setFailed] = useState<string | null>(null);
  const hasImage = still !== null && !expired.has(still);
  if (first === null) return <TextTile ad={ad} className="p-4" />;
  if (!hasImage && first.type === 'image') return <ExpiredTile />;
  return (
    <div
      className="relative w-full overflow-hidden bg-sunk text-quiet"
      style={{ aspectRatio: String(ratio) }}
    >
      {hasImage ? (
        <img
          {...imageProps(still, sizes)}
          alt={ad.headline ?? adsCopy.adBy(ad.advertiser.name)}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onError={() => {
            expired.add(still);
            setFailed(still);
          }}
          className={classes(
            'absolute inset-0 size-full',
            ratio === ratioLimits.widest ? 'object-contain' : 'object-cover',
          )}
        />
      ) : (
        <Play size={32} aria-hidden className="absolute inset-0 m-auto" />
      )}
      {first.type === 'video' && <VideoOnHover url={first.url} seconds={first.durationSeconds} />}
      {first.type === 'image' && ad.cards.length > 1 && (
        <Badge>
          <Images size={12} aria-hidden />
          {adsCopy.card.cards(ad.cards.length)}
        </Badge>
      )}
    </div>
  );
}

function VideoOnHover({ url, seconds }: { readonly url: string; readonly seconds: number | null }) {
  const [state, setState] = useState<'still' | 'playing' | 'broken'>('still');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const play = (): void => {
    if (state !== 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Moving the pointer across a card should not load its video.
    timer.current = setTimeout(() => setState('playing'), 120);
  };
  const stop = (): void => {
    clearTimeout(timer.current);
    setState((before) => (before === 'playing' ? 'still' : before));
  };
  return (
    <div className="absolute inset-0" onPointerEnter={play} onPointerLeave={stop}>
      {state === 'playing' && (
        <video
          src={videoUrl(url)}
          muted
          loop
          autoPlay
          playsInline
          onError={() => setState('broken')}
          className="size-full object-cover"
        />
      )}
      <Badge>
        <Play size={12} aria-hidden />
        {seconds === null ? adsCopy.card.video : formatDuration(seconds)}
      </Badge>
    </div>
  );
}

/** A small label on an image, whose colors vary. */
export const badgeClasses =
  'flex min-h-5 items-center gap-1 rounded-sm bg-black/65 px-1.5 text-xs text-white tabular-nums';

function Badge({ children }: { readonly children: ReactNode }) {
  return <span className={classes('absolute bottom-2 left-2', badgeClasses)}>{children}</span>;
}

function ExpiredTile() {
  return (
    <div className="flex h-16 items-center justify-center bg-sunk text-xs text-quiet">
      {adsCopy.card.expired}
    </div>
  );
}

interface TextTileProps {
  readonly ad: Pick<Ad, 'headline' | 'body'> & { readonly advertiser: Pick<Ad['advertiser'], 'name'> };
  readonly className: string;
}

/** The text of an ad in place of media, on a tint of the brand's hue. */
export function TextTile({ ad, className }: TextTileProps) {
  const { headline, body } = ad;
  return (
    <div
      dir="auto"
      className={classes(className, 'flex flex-col justify-center gap-2')}
      style={{ background: pickTint(ad.advertiser.name) }}
    >
      <span className="line-clamp-6 text-base font-semibold text-balance">
        {headline ?? body ?? ad.advertiser.name}
      </span>
      {headline !== null && body !== null && <span className="line-clamp-6">{body}</span>}
    </div>
  );
}
