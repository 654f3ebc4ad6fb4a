import { useState } from 'react';
import { StandIn } from '../../ads/AdMedia.tsx';
import { pictureAddress, videoAddress } from '../../ads/pictures.ts';
import type { Ad, Media } from '../../api/types.ts';
import { type Slide, stillOf } from './slides.ts';

const box = 'relative aspect-4/5 w-full overflow-hidden rounded-md border bg-sunk';
const fill = 'absolute inset-0 size-full object-contain';

interface SlideViewProps {
  readonly ad: Ad;
  readonly slide: Slide;
}

/** One picture or video, whole, in a box of 4:5; words where it cannot be had. */
export function SlideView({ ad, slide }: SlideViewProps) {
  const [failed, setFailed] = useState(false);
  const { media, card } = slide;
  const words = { ...ad, headline: card?.headline ?? ad.headline };
  if (media === null) return <StandIn ad={words} className={box} />;
  if (failed) {
    return (
      <div className={box}>
        <StandIn ad={words} className="absolute inset-0" />
        <p className="absolute inset-x-3 bottom-3 rounded-sm bg-black/65 px-2 py-1 text-xs text-white">
          {media.type === 'video' ? 'The video' : 'The picture'} cannot be had where it was. The source may
          still show it.
        </p>
      </div>
    );
  }
  return (
    <div className={box}>
      {media.type === 'video' ? (
        <Film media={media} poster={stillOf(slide)} onError={() => setFailed(true)} />
      ) : (
        <img
          src={pictureAddress(media.url, 1280)}
          alt={words.headline ?? `Ad of ${ad.advertiser.name}`}
          onError={() => setFailed(true)}
          className={fill}
        />
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
