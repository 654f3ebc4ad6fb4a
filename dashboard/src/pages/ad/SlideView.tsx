import { useState } from 'react';
import { StandIn } from '../../ads/AdMedia.tsx';
import { pictureAddress, stillOf, videoAddress } from '../../ads/pictures.ts';
import type { Ad, Media } from '../../api/types.ts';
import type { Slide } from './slides.ts';

const fill = 'absolute inset-0 size-full object-contain';

interface SlideViewProps {
  readonly ad: Ad;
  readonly slide: Slide;
}

/** One picture or video, whole, in a box of 4:5. Of a video that cannot be had its picture is left, without one the words. */
export function SlideView({ ad, slide }: SlideViewProps) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const fail = (url: string): void => setFailed((before) => new Set(before).add(url));
  const { media, card } = slide;
  const words = { ...ad, headline: card?.headline ?? ad.headline };
  const still = stillOf(media);
  return (
    <div className="relative aspect-4/5 w-full overflow-hidden rounded-md border bg-sunk">
      {media?.type === 'video' && !failed.has(media.url) ? (
        <Film media={media} poster={still} onError={() => fail(media.url)} />
      ) : still !== null && !failed.has(still) ? (
        <img
          src={pictureAddress(still, 1280)}
          alt={words.headline ?? `Ad of ${ad.advertiser.name}`}
          onError={() => fail(still)}
          className={fill}
        />
      ) : (
        <StandIn ad={words} className="absolute inset-0" />
      )}
      {media !== null && failed.has(media.url) && (
        <p className="absolute inset-x-3 bottom-3 rounded-sm bg-black/65 px-2 py-1 text-xs text-white">
          The {media.type === 'video' ? 'video' : 'picture'} is no longer where it was. The source may still
          show it.
        </p>
      )}
    </div>
  );
}

interface FilmProps {
  readonly media: Media;
  readonly poster: string | null;
  readonly onError: () => void;
}

function Film({ media, poster, onError }: FilmProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- sources give no captions
    <video
      src={videoAddress(media.url)}
      {...(poster !== null && { poster: pictureAddress(poster, 1280) })}
      controls
      playsInline
      preload="metadata"
      aria-label="Video of the ad"
      onError={onError}
      className={fill}
    />
  );
}
