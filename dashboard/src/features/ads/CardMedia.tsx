import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Ad, Media } from '../../lib/api/types.ts';
import { classes } from '../../ui/classes.ts';
import { AdMedia, Badge, isExpired, mediaRatio, MediaView } from './AdMedia.tsx';
import { prefersReducedMotion, useHoverVideo } from './hoverVideo.ts';
import { listMedia } from './mediaUrls.ts';
import { adsCopy } from './copy.ts';

const copy = adsCopy.card;

interface CardMediaProps {
  readonly ad: Ad;
  readonly sizes: string;
  readonly isFirst: boolean;
}

/** The media on a card, each a link to the ad. Several can be swiped. */
export function CardMedia({ ad, sizes, isFirst }: CardMediaProps) {
  const media = listMedia(ad);
  const [first] = media;
  if (first === undefined) {
    return (
      <AdLink hash={ad.hash}>
        <AdMedia ad={ad} sizes={sizes} />
      </AdLink>
    );
  }
  if (media.length === 1) return <Slide {...{ ad, media: first, sizes, isFirst }} />;
  return <Carousel {...{ ad, media, sizes, isFirst }} />;
}

interface AdLinkProps {
  readonly hash: string;
  /** The text below leads to the ad too, so that it is announced once. */
  readonly isRepeated?: boolean;
  readonly children: ReactNode;
}

function AdLink({ hash, isRepeated = false, children }: AdLinkProps) {
  return (
    <Link
      to="/ads/$hash"
      params={{ hash }}
      draggable={false}
      className="block focus-visible:-outline-offset-2"
      {...(isRepeated && { tabIndex: -1, 'aria-hidden': true })}
    >
      {children}
    </Link>
  );
}

interface SlideProps extends CardMediaProps {
  readonly media: Media;
}

function Slide({ ad, media, sizes, isFirst }: SlideProps) {
  const video = useHoverVideo();
  const view = { ad, media, sizes, isFirst, ratio: mediaRatio(ad), isPlaying: video.isPlaying };
  return (
    <div className="relative" {...video.props}>
      <AdLink hash={ad.hash} isRepeated>
        <MediaView {...view} />
      </AdLink>
      {media.type === 'video' && !isExpired(media) && (
        <button
          type="button"
          aria-label={video.isPlaying ? copy.pause : copy.play}
          onClick={video.toggle}
          className={classes(
            'absolute inset-0 m-auto hidden size-11 items-center justify-center rounded-full bg-black/65 text-white',
            'pointer-coarse:flex motion-reduce:flex',
            video.isPlaying && 'opacity-40',
          )}
        >
          {video.isPlaying ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
        </button>
      )}
    </div>
  );
}

interface CarouselProps extends CardMediaProps {
  readonly media: readonly Media[];
}

const arrowClasses =
  'absolute top-1/2 -translate-y-1/2 hidden size-8 items-center justify-center rounded-full bg-black/65 text-white group-hover/carousel:flex group-focus-within/carousel:flex pointer-coarse:hidden!';

/** The position of a strip of equal slides, and how many of them are to be loaded. */
function useStrip(count: number) {
  const strip = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState(0);
  // The others are loaded when the reader turns to the carousel.
  const [loaded, setLoaded] = useState(1);
  const loadUntil = (end: number): void => setLoaded((before) => Math.max(before, end));
  const loadNext = (): void => loadUntil(2);
  const follow = (): void => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    const shown = Math.min(count - 1, Math.round(scrollLeft / clientWidth));
    setPosition(shown);
    loadUntil(shown + 2);
  };
  const go = (steps: number): void => {
    const target = Math.min(count - 1, Math.max(0, position + steps));
    loadUntil(target + 2);
    const left = target * (strip.current?.clientWidth ?? 0);
    strip.current?.scrollTo({ left, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(steps);
  };
  const props = { ref: strip, onScroll: follow, onFocus: loadNext, onTouchStart: loadNext, onKeyDown };
  return { position, loaded, loadNext, go, props };
}

function Carousel({ ad, media, sizes, isFirst }: CarouselProps) {
  const strip = useStrip(media.length);
  const { position } = strip;
  return (
    <div className="group/carousel relative" onPointerEnter={strip.loadNext}>
      <div
        {...strip.props}
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for controls
        role="group"
        aria-roledescription={copy.carousel}
        aria-label={copy.cards(media.length)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="flex snap-x snap-mandatory [scrollbar-width:none] items-center overflow-x-auto overscroll-x-contain focus-visible:-outline-offset-2"
      >
        {media.map((one, index) => (
          <div key={one.url} className="w-full shrink-0 snap-center snap-always">
            {index < strip.loaded ? (
              <Slide ad={ad} media={one} sizes={sizes} isFirst={isFirst && index === 0} />
            ) : (
              <div className="bg-sunk" style={{ aspectRatio: String(mediaRatio(ad)) }} />
            )}
          </div>
        ))}
      </div>
      {position > 0 && (
        <Arrow label={copy.previousCard} side="left-2" onClick={() => strip.go(-1)}>
          <ChevronLeft size={16} aria-hidden />
        </Arrow>
      )}
      {position < media.length - 1 && (
        <Arrow label={copy.nextCard} side="right-2" onClick={() => strip.go(1)}>
          <ChevronRight size={16} aria-hidden />
        </Arrow>
      )}
      {media[position]?.type !== 'video' && <Badge>{copy.position(position + 1, media.length)}</Badge>}
    </div>
  );
}

interface ArrowProps {
  readonly label: string;
  readonly side: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** For the mouse: the keys belong to the strip. */
function Arrow({ label, side, onClick, children }: ArrowProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onClick}
      className={classes(arrowClasses, side)}
    >
      {children}
    </button>
  );
}
