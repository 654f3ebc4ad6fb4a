import { platformRows } from '@magpie/contract/platforms';
import { Images, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Ad, Media } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { formatDuration } from '../../lib/format.ts';
import { firstMedia, imageProps, getThumbnail, videoUrl } from './mediaUrls.ts';
import { useHoverVideo } from './hoverVideo.ts';
import { pickTint } from './tint.ts';
import { adsCopy } from './copy.ts';

type AdWithMedia = Pick<Ad, 'media' | 'cards' | 'headline' | 'body' | 'advertiser' | 'platform'> & {
  readonly similarAds?: number | undefined;
};

interface AdMediaProps {
  readonly ad: AdWithMedia & Pick<Ad, 'hash'>;
  /** The width in the layout, as in `<img sizes>`. */
  readonly sizes: string;
  /** Loads the image before others: it is in the first screen. */
  readonly isFirst?: boolean;
  /** Width by height; default: that of the media. */
  readonly ratio?: number;
}

/** Taller media are cropped, so that one ad does not fill the screen; wider ones have a margin. */
const ratioLimits = { tallest: 5 / 8, widest: 3 };

/** The width of the media divided by its height, within limits. Known before it is loaded, so that nothing shifts. */
export function mediaRatio(ad: AdWithMedia): number {
  const { width, height } = firstMedia(ad) ?? { width: null, height: null };
  const usual = ad.platform === null ? 4 / 5 : platformRows[ad.platform].aspectRatio;
  const ratio = width === null || height === null ? usual : width / height;
  return Math.min(ratioLimits.widest, Math.max(ratioLimits.tallest, ratio));
}

/** URLs that failed to load, which other cards and pages do not try again. */
const expired = new Set<string>();

/** Whether all media have expired. */
export function isExpired(media: Media): boolean {
  const still = getThumbnail(media);
  const hasStill = still !== null && !expired.has(still);
  return !hasStill && (media.type === 'image' || expired.has(media.url));
}

/** Marks URLs as failed, and renders again. */
export function useExpired() {
  const [, setFailed] = useState<string | null>(null);
  return {
    isExpired: (url: string) => expired.has(url),
    onFailed: (url: string): void => {
      expired.add(url);
      setFailed(url);
    },
  };
}

/**
 * The first media of an ad in its own ratio. A video plays muted on hover. Media that cannot be loaded are one small
 * tile; ads without media are text.
 */
export function AdMedia({ ad, sizes, isFirst = false, ratio = mediaRatio(ad) }: AdMediaProps) {
  const first = firstMedia(ad);
  const video = useHoverVideo();
  // The padding keeps the buttons and badges of a card off the text.
  if (first === null) return <TextTile ad={ad} className="min-h-24 px-4 pt-11 pb-9" />;
  return (
    <div className="relative" {...video.props}>
      <MediaView {...{ ad, media: first, sizes, isFirst, ratio }} isPlaying={video.isPlaying} />
      {first.type === 'image' && ad.cards.length > 1 && (
        <Badge>
          <Images size={12} aria-hidden />
          {adsCopy.card.cards(ad.cards.length)}
        </Badge>
      )}
    </div>
  );
}

interface MediaViewProps extends Required<AdMediaProps> {
  readonly media: Media;
  readonly isPlaying: boolean;
}

/** An image, or the still of a video with the video over it while it plays. */
export function MediaView({ ad, media, sizes, isFirst, ratio, isPlaying }: MediaViewProps) {
  const still = getThumbnail(media);
  const failed = useExpired();
  const hasStill = still !== null && !failed.isExpired(still);
  const isBroken = media.type === 'video' && failed.isExpired(media.url);
  if (isExpired(media)) return <ExpiredTile />;
  const fill = classes(
    'absolute inset-0 size-full',
    ratio === ratioLimits.widest ? 'object-contain' : 'object-cover',
  );
  return (
    <div
      className="relative w-full overflow-hidden bg-sunk text-quiet"
      style={{ aspectRatio: String(ratio) }}
    >
      {hasStill ? (
        <img
          {...imageProps(still, sizes, ad.hash)}
          alt={ad.headline ?? adsCopy.adBy(ad.advertiser.name)}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onError={() => failed.onFailed(still)}
          className={fill}
        />
      ) : (
        <Play size={32} aria-hidden className="absolute inset-0 m-auto" />
      )}
      {media.type === 'video' && isPlaying && !isBroken && (
        <video
          src={videoUrl(media.url)}
          muted
          loop
          autoPlay
          playsInline
          onError={() => failed.onFailed(media.url)}
          className={fill}
        />
      )}
      {media.type === 'video' && (
        <Badge>
          <Play size={12} aria-hidden />
          {media.durationSeconds === null ? adsCopy.card.video : formatDuration(media.durationSeconds)}
        </Badge>
      )}
    </div>
  );
}

/** A small label on an image, whose colors vary. */
export const badgeClasses =
  'flex min-h-5 items-center gap-1 rounded-sm bg-black/65 px-1.5 text-xs text-white tabular-nums';

export function Badge({ children }: { readonly children: ReactNode }) {
  return (
    <span className={classes('pointer-events-none absolute bottom-2 left-2', badgeClasses)}>{children}</span>
  );
}

export function ExpiredTile() {
  return (
    <div className="flex h-16 items-center justify-center bg-sunk text-xs text-quiet">
      {adsCopy.card.expired}
    </div>
  );
}

interface TextTileProps {
  readonly ad: Pick<Ad, 'headline' | 'body'> & {
    readonly advertiser: Pick<Ad['advertiser'], 'name'>;
    /** The ads that this one stands for in a list. */
    readonly similarAds?: number | undefined;
  };
  readonly className: string;
}

/** The text of an ad in place of media, on a tint of the brand's hue. */
export function TextTile({ ad, className }: TextTileProps) {
  const { headline, body } = ad;
  if (headline === null && body === null) {
    const { similarAds = 0 } = ad;
    return (
      <div className="flex h-24 items-center justify-center bg-sunk p-3 text-center text-xs text-quiet">
        {adsCopy.card.noContent(1 + similarAds)}
      </div>
    );
  }
  return (
    <div
      dir="auto"
      className={classes(className, 'flex flex-col justify-center gap-2')}
      style={{ background: pickTint(ad.advertiser.name) }}
    >
      <span className="line-clamp-6 text-base font-semibold text-balance">{headline ?? body}</span>
      {headline !== null && body !== null && <span className="line-clamp-6">{body}</span>}
    </div>
  );
}
