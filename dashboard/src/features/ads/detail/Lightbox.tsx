import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Ad, Media } from '../../../lib/api/types.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { uiCopy } from '../../../ui/copy.ts';
import { findOpener, restoreFocus } from '../../../ui/focus.ts';
import { useOverlays } from '../../../ui/overlays.ts';
import { ExpiredTile, isExpired, useExpired } from '../AdMedia.tsx';
import { imageUrl, getThumbnail, videoUrl } from '../mediaUrls.ts';
import { adsCopy } from '../copy.ts';
import { mediaCopy } from './copy.ts';
import { DownloadLink } from './DownloadLink.tsx';

const copy = mediaCopy;

interface LightboxProps {
  readonly ad: Ad;
  readonly media: Media;
  readonly number: number;
  readonly count: number;
  readonly onGo: (steps: number) => void;
  readonly onClose: () => void;
}

/** One image or video over the whole page. Arrow keys show the others, Escape closes it. */
export function Lightbox({ ad, media, number, count, onGo, onClose }: LightboxProps) {
  // Determined before the dialog moves the focus.
  const [opener] = useState(findOpener);
  const overlays = useOverlays(true);
  if (overlays === null) return null;
  const { Dialog: Radix } = overlays;
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (steps === undefined || count === 1 || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    onGo(steps);
  };
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="appear fixed inset-0 z-40 bg-black/85" />
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(opener);
          }}
          className="appear fixed inset-0 z-50 flex flex-col gap-2 p-2 sm:p-4"
        >
          <Radix.Title className="sr-only">{copy.lightbox(number, count)}</Radix.Title>
          <div className="flex items-center justify-end gap-2">
            {count > 1 && <Steps number={number} count={count} onGo={onGo} />}
            <DownloadLink ad={ad} media={media} number={number} count={count} />
            <Radix.Close asChild>
              <IconButton label={uiCopy.close} variant="plain">
                <X size={16} aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          <Picture key={media.url} ad={ad} media={media} onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Steps({ number, count, onGo }: Pick<LightboxProps, 'number' | 'count' | 'onGo'>) {
  return (
    <div className="mr-auto flex items-center rounded-md border bg-card">
      <IconButton label={copy.previous} onClick={() => onGo(-1)}>
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <span aria-live="polite" className="text-xs tabular-nums">
        {copy.position(number, count)}
      </span>
      <IconButton label={copy.next} onClick={() => onGo(1)}>
        <ChevronRight size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

type PictureProps = Pick<LightboxProps, 'ad' | 'media' | 'onClose'>;

function Picture({ ad, media, onClose }: PictureProps) {
  const failed = useExpired();
  const still = getThumbnail(media);
  const fill = 'absolute inset-0 size-full object-contain';
  return (
    // A click beside the picture closes it, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="relative min-h-0 flex-1"
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {isExpired(media) ? (
        <ExpiredTile />
      ) : media.type === 'video' && !failed.isExpired(media.url) ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- sources give no captions
        <video
          src={videoUrl(media.url)}
          {...(still !== null && { poster: imageUrl(still, 1280) })}
          controls
          playsInline
          preload="metadata"
          aria-label={copy.video}
          onError={() => failed.onFailed(media.url)}
          className={fill}
        />
      ) : (
        still !== null && (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- as above
          <img
            src={imageUrl(still, 1280)}
            alt={ad.headline ?? adsCopy.adBy(ad.advertiser.name)}
            onError={() => failed.onFailed(still)}
            onClick={onClose}
            className={fill}
          />
        )
      )}
    </div>
  );
}
