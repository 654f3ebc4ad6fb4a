import { Images, Play } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Ad } from '../api/types.ts';
import { classes } from '../parts/classes.ts';
import { counted, formatDuration } from '../words/format.ts';
import { firstMedia, pictureAddress, stillOf, videoAddress } from './pictures.ts';
import { tintOf } from './tint.ts';

interface AdMediaProps {
  readonly ad: Pick<Ad, 'media' | 'cards' | 'headline' | 'body' | 'advertiser' | 'format'>;
  readonly width: 320 | 640 | 1280;
  readonly className?: string;
}

/**
 * The picture of an ad in a box of 4:5, whose size is known before it comes. A video plays without sound while it is
 * pointed at. Without a picture, or when it cannot be had, the headline stands large on a tint of the brand's hue.
 */
export function AdMedia({ ad, width, className }: AdMediaProps) {
  const first = firstMedia(ad);
  const still = stillOf(first);
  const [failed, setFailed] = useState<string | null>(null);
  const shape = classes('relative aspect-4/5 w-full overflow-hidden rounded-md bg-sunk', className);
  if (first === null || ((still === null || failed === still) && first.type === 'image')) {
    return <StandIn ad={ad} className={shape} />;
  }
  return (
    <div className={shape}>
      {still === null || failed === still ? (
        <StandIn ad={ad} className="absolute inset-0" />
      ) : (
        <img
          src={pictureAddress(still, width)}
          alt={ad.headline ?? `Ad of ${ad.advertiser.name}`}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(still)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {first.type === 'video' && <VideoOnHover url={first.url} seconds={first.durationSeconds} />}
      {first.type === 'image' && ad.cards.length > 1 && (
        <Mark>
          <Images size={12} aria-hidden />
          {counted(ad.cards.length, 'card')}
        </Mark>
      )}
    </div>
  );
}

function VideoOnHover({ url, seconds }: { readonly url: string; readonly seconds: number | null }) {
  const [state, setState] = useState<'still' | 'playing' | 'broken'>('still');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const play = (): void => {
    if (state !== 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Pointing past a card on the way to another should load nothing.
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
          src={videoAddress(url)}
          muted
          loop
          autoPlay
          playsInline
          onError={() => setState('broken')}
          className="size-full object-cover"
        />
      )}
      <Mark>
        <Play size={12} aria-hidden />
        {seconds === null ? 'Video' : formatDuration(seconds)}
      </Mark>
    </div>
  );
}

/** A word over the lower corner of the picture. */
function Mark({ children }: { readonly children: ReactNode }) {
  return (
    <span className="absolute bottom-2 left-2 flex items-center gap-1 rounded-sm bg-black/65 px-1.5 py-0.5 text-xs text-white">
      {children}
    </span>
  );
}

interface StandInProps {
  readonly ad: Pick<Ad, 'headline' | 'body'> & { readonly advertiser: Pick<Ad['advertiser'], 'name'> };
  readonly className: string;
}

/** Where there is no picture. */
export function StandIn({ ad, className }: StandInProps) {
  const words = ad.headline ?? ad.body ?? ad.advertiser.name;
  return (
    <div
      aria-hidden
      className={classes(className, 'flex items-center p-6')}
      style={{ background: tintOf(ad.advertiser.name) }}
    >
      <span dir="auto" className="line-clamp-6 w-full text-2xl font-semibold text-balance">
        {words}
      </span>
    </div>
  );
}
