import { useState } from 'react';
import { MediaFallback } from '../AdMedia.tsx';
import { imageUrl, thumbnailOf, videoUrl } from '../mediaUrls.ts';
import type { Ad, Media } from '../../../lib/api/types.ts';
import type { Slide } from './slides.ts';

const fill = 'absolute inset-0 size-full object-contain';

interface SlideViewProps {
  readonly ad: Ad;
  readonly slide: Slide;
}

/** One image or video, uncropped, in a 4:5 box. A failed video falls back to its thumbnail, then to the text. */
export function SlideView({ ad, slide }: SlideViewProps) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const fail = (url: string): void => setFailed((before) => new Set(before).add(url));
  const { media, card } = slide;
  const adWithCard = { ...ad, headline: card?.headline ?? ad.headline };
  const still = thumbnailOf(media);
  return (
    <div className="relative aspect-4/5 w-full overflow-hidden rounded-md border bg-sunk">
      {media?.type === 'video' && !failed.has(media.url) ? (
        <Video media={media} poster={still} onError={() => fail(media.url)} />
      ) : still !== null && !failed.has(still) ? (
        <img
          src={imageUrl(still, 1280)}
          alt={adWithCard.headline ?? `Ad by ${ad.advertiser.name}`}
          onError={() => fail(still)}
          className={fill}
        />
      ) : (
        <MediaFallback ad={adWithCard} className="absolute inset-0" />
      )}
      {media !== null && failed.has(media.url) && (
        <p className="absolute inset-x-3 bottom-3 rounded-sm bg-black/65 px-2 py-1 text-xs text-white">
          The {media.type === 'video' ? 'video' : 'image'} is no longer available. The source may still show
          it.
        </p>
      )}
    </div>
  );
}

interface VideoProps {
  readonly media: Media;
  readonly poster: string | null;
  readonly onError: () => void;
}

function Video({ media, poster, onError }: VideoProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- sources give no captions
    <video
      src={videoUrl(media.url)}
      {...(poster !== null && { poster: imageUrl(poster, 1280) })}
      controls
      playsInline
      preload="metadata"
      aria-label="Ad video"
      onError={onError}
      className={fill}
    />
  );
}
