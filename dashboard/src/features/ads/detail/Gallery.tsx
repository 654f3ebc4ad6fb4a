import { ChevronLeft, ChevronRight, Maximize2, Play } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import type { Ad, Media } from '../../../lib/api/types.ts';
import { humanize } from '../../../lib/labels.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { ExpiredTile, isExpired, TextTile, useExpired } from '../AdMedia.tsx';
import { DownloadLink } from './DownloadLink.tsx';
import { Lightbox } from './Lightbox.tsx';
import { UrlLink } from './Facts.tsx';
import { imageProps, imageUrl, getThumbnail, videoUrl } from '../mediaUrls.ts';
import { adsCopy } from '../copy.ts';
import { mediaCopy } from './copy.ts';

const copy = mediaCopy;

export function Gallery({ ad }: { readonly ad: Ad }) {
  const slides = listSlides(ad);
  const [number, setNumber] = useState(1);
  const [isEnlarged, setIsEnlarged] = useState(false);
  // Here, so that the actions disappear with the media.
  const failed = useExpired();
  const slide = slides[number - 1] ?? slides[0];
  if (slide === undefined) return null;
  const view = { ad, slide, failed, ratio: frameRatio(slides), onEnlarge: () => setIsEnlarged(true) };
  const go = (steps: number): void => setNumber(((number - 1 + steps + slides.length) % slides.length) + 1);
  return (
    <div className="flex flex-col gap-3">
      {slides.length === 1 ? (
        <SlideView {...view} />
      ) : (
        <Tabs.Root
          value={String(number)}
          onValueChange={(selected) => setNumber(Number(selected))}
          className="flex flex-col gap-3"
        >
          <div className="relative">
            <Tabs.Content value={String(number)} className="rounded-md">
              <SlideView key={number} {...view} />
            </Tabs.Content>
            <Steps number={number} count={slides.length} onGo={go} />
          </div>
          <Tabs.List aria-label={copy.list} className="-m-1 flex gap-2 overflow-x-auto p-1">
            {slides.map((one) => (
              <Tabs.Trigger
                key={one.number}
                value={String(one.number)}
                aria-label={copy.item(one.number)}
                className="relative flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-sunk text-quiet data-[state=active]:border-2 data-[state=active]:border-accent data-[state=active]:text-ink"
              >
                <Thumbnail slide={one} />
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </Tabs.Root>
      )}
      <MediaActions ad={ad} slide={slide} count={slides.length} onEnlarge={() => setIsEnlarged(true)} />
      {isEnlarged && slide.media !== null && (
        <Lightbox
          ad={ad}
          media={slide.media}
          number={number}
          count={slides.length}
          onGo={(steps) => setNumber(stepToMedia(slides, number, steps))}
          onClose={() => setIsEnlarged(false)}
        />
      )}
      {slide.card !== null && <CardText card={slide.card} />}
    </div>
  );
}

interface MediaActionsProps {
  readonly ad: Ad;
  readonly slide: Slide;
  readonly count: number;
  readonly onEnlarge: () => void;
}

function MediaActions({ ad, slide: { media, number }, count, onEnlarge }: MediaActionsProps) {
  if (media === null || isExpired(media)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={onEnlarge}>
        <Maximize2 size={16} aria-hidden /> {copy.enlarge}
      </Button>
      <DownloadLink ad={ad} media={media} number={number} count={count} />
    </div>
  );
}

interface StepsProps {
  readonly number: number;
  readonly count: number;
  readonly onGo: (steps: number) => void;
}

function Steps({ number, count, onGo }: StepsProps) {
  return (
    <div className="absolute top-3 right-3 flex items-center rounded-md border bg-card">
      <IconButton label={copy.previous} className="size-8" onClick={() => onGo(-1)}>
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <span aria-live="polite" className="text-xs whitespace-nowrap tabular-nums">
        <span className="sr-only">{copy.itemPrefix}</span>
        {copy.position(number, count)}
      </span>
      <IconButton label={copy.next} className="size-8" onClick={() => onGo(1)}>
        <ChevronRight size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

function Thumbnail({ slide }: { readonly slide: Slide }) {
  const [failed, setFailed] = useState(false);
  const still = getThumbnail(slide.media);
  if (still === null || failed) {
    if (slide.media?.type === 'video') return <Play size={16} aria-hidden />;
    return <span aria-hidden>{slide.number}</span>;
  }
  return (
    <img
      {...imageProps(still, '4rem')}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className="absolute inset-0 size-full object-cover"
    />
  );
}

function CardText({ card }: { readonly card: NonNullable<Slide['card']> }) {
  const { headline, body, description, ctaText, landingPageUrl } = card;
  return (
    <div className="flex flex-col gap-1 rounded-md border bg-card p-3" dir="auto">
      {headline !== null && <p className="font-semibold">{headline}</p>}
      {body !== null && <p className="whitespace-pre-line">{body}</p>}
      {description !== null && <p className="text-quiet">{description}</p>}
      {ctaText !== null && <p className="text-quiet">{humanize(ctaText)}</p>}
      {landingPageUrl !== null && <UrlLink url={landingPageUrl} />}
    </div>
  );
}

/** The columns of `AdPage`. */
const slideSizes =
  '(min-width: 125rem) 40rem, (min-width: 96rem) 26rem, (min-width: 80rem) 24rem, (min-width: 48rem) 18rem, 100vw';
const fill = 'absolute inset-0 size-full object-contain';

interface SlideViewProps {
  readonly ad: Ad;
  readonly slide: Slide;
  readonly failed: ReturnType<typeof useExpired>;
  /** Width by height of the frame. */
  readonly ratio: number;
  readonly onEnlarge: () => void;
}

/** One image or video, uncropped. A failed video falls back to its thumbnail, then to a small tile. */
function SlideView({ ad, slide, failed, ratio, onEnlarge }: SlideViewProps) {
  const { media, card } = slide;
  const adWithCard = { ...ad, headline: card?.headline ?? ad.headline };
  const still = getThumbnail(media);
  if (media !== null && isExpired(media)) {
    return (
      <div className="overflow-hidden rounded-md border">
        <ExpiredTile />
      </div>
    );
  }
  return (
    <div
      className="relative w-full overflow-hidden rounded-md border bg-sunk"
      style={{ aspectRatio: String(ratio) }}
    >
      {media?.type === 'video' && !failed.isExpired(media.url) ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- sources give no captions
        <video
          src={videoUrl(media.url)}
          {...(still !== null && { poster: imageUrl(still, 1280, ad.hash) })}
          controls
          playsInline
          preload="metadata"
          aria-label={copy.video}
          onError={() => failed.onFailed(media.url)}
          className={fill}
        />
      ) : still === null ? (
        <TextTile ad={adWithCard} className="absolute inset-0 p-6" />
      ) : (
        <button
          type="button"
          aria-label={copy.enlarge}
          onClick={onEnlarge}
          className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-2"
        >
          <img
            {...imageProps(still, slideSizes, ad.hash)}
            fetchPriority="high"
            decoding="async"
            alt={adWithCard.headline ?? adsCopy.adBy(ad.advertiser.name)}
            onError={() => failed.onFailed(still)}
            className={fill}
          />
        </button>
      )}
    </div>
  );
}

const ratioLimits = { tallest: 9 / 16, usual: 4 / 5, widest: 2 };

/** That of the tallest slide, so that the page does not move when the slide changes. */
export function frameRatio(slides: readonly Pick<Slide, 'media'>[]): number {
  const ratios = slides.map(({ media }) =>
    media === null || media.width === null || media.height === null
      ? ratioLimits.usual
      : media.width / media.height,
  );
  return Math.max(ratioLimits.tallest, Math.min(ratioLimits.widest, ...ratios));
}

/** The number of the next slide in a direction that has media. */
function stepToMedia(slides: readonly Slide[], number: number, steps: number): number {
  let at = number - 1;
  do at = (at + steps + slides.length) % slides.length;
  while (slides[at]?.media === null);
  return at + 1;
}

interface Slide {
  readonly number: number;
  /** Null: the text is shown instead. */
  readonly media: Media | null;
  /** The card it belongs to; null for the ad's own media. */
  readonly card: Ad['cards'][number] | null;
}

/** The ad's own media, then those of its cards; at least one slide. */
export function listSlides({ media, cards }: Pick<Ad, 'media' | 'cards'>): readonly Slide[] {
  const shown: Omit<Slide, 'number'>[] = media.map((one) => ({ media: one, card: null }));
  for (const card of cards) {
    if (card.media.length === 0) shown.push({ media: null, card });
    for (const one of card.media) shown.push({ media: one, card });
  }
  if (shown.length === 0) shown.push({ media: null, card: null });
  return shown.map(({ media: one, card }, index) => ({ number: index + 1, media: one, card }));
}
