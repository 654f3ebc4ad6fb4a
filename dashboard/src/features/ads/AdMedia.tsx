import { Images, Play } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Ad } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { formatDuration } from '../../lib/format.ts';
import { firstMedia, imageProps, getThumbnail, videoUrl } from './mediaUrls.ts';
import { pickTint } from './tint.ts';
import { adsCopy } from './copy.ts';

interface AdMediaProps {
  readonly ad: Pick<Ad, 'media' | 'cards' | 'headline' | 'body' | 'advertiser' | 'format'>;
  /** The width in the layout, as in `<img sizes>`. */
  readonly sizes: string;
  /** Loads the image before others: it is in the first screen. */
  readonly isFirst?: boolean;
  readonly className?: string;
}

/**
 * The media of an ad in a 4:5 box, so that nothing shifts while it loads. A video plays muted on hover. Without an
 * image, or when it fails to load, the headline is shown on a tint of the brand's hue.
 */
export function AdMedia({ ad, sizes, isFirst = false, className }: AdMediaProps) {
  const first = firstMedia(ad);
  const still = getThumbnail(first);
  const [failed, setFailed] = useState<string | null>(null);
  const shape = classes('relative aspect-4/5 w-full overflow-hidden rounded-md bg-sunk', className);
  if (first === null || ((still === null || failed === still) && first.type === 'image')) {
    return <MediaFallback ad={ad} className={shape} />;
  }
  return (
    <div className={shape}>
      {still === null || failed === still ? (
        <MediaFallback ad={ad} className="absolute inset-0" />
      ) : (
        <img
          {...imageProps(still, sizes)}
          alt={ad.headline ?? adsCopy.adBy(ad.advertiser.name)}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailed(still)}
          className="absolute inset-0 size-full object-cover"
        />
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

function Badge({ children }: { readonly children: ReactNode }) {
  return (
    <span className="absolute bottom-2 left-2 flex items-center gap-1 rounded-sm bg-black/65 px-1.5 py-0.5 text-xs text-white">
      {children}
    </span>
  );
}

interface MediaFallbackProps {
  readonly ad: Pick<Ad, 'headline' | 'body'> & { readonly advertiser: Pick<Ad['advertiser'], 'name'> };
  readonly className: string;
}

export function MediaFallback({ ad, className }: MediaFallbackProps) {
  const text = ad.headline ?? ad.body ?? ad.advertiser.name;
  return (
    <div
      aria-hidden
      className={classes(className, 'flex items-center p-6')}
      style={{ background: pickTint(ad.advertiser.name) }}
    >
      <span dir="auto" className="line-clamp-6 w-full text-2xl font-semibold text-balance">
        {text}
      </span>
    </div>
  );
}
