import { isDemoAd } from '@magpie/contract/limits';
import { Link } from '@tanstack/react-router';
import { Download, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Ad, SavedAd } from '../../lib/api/types.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { badgeClasses, mediaRatio } from './AdMedia.tsx';
import { CardMedia } from './CardMedia.tsx';
import { BrandLink, Logo } from './Logo.tsx';
import { creativeFileName, downloadUrl, firstMedia, listMedia } from './mediaUrls.ts';
import { PlatformMarks } from './PlatformMarks.tsx';
import { SaveButton } from './SaveButton.tsx';
import { Score } from './Score.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.card;

/** Two columns on a phone, else columns of 13rem or more. */
const mediaSizes = '(min-width: 40rem) 15rem, 50vw';

/** Shown while the card is hovered or has the focus; always on touch screens, which have no hover. */
const onHover =
  'opacity-0 transition-opacity group-hover/card:opacity-100 group-focus-within/card:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100';

interface AdCardProps {
  readonly ad: Ad | SavedAd;
  readonly selected?: boolean;
  /** In the first screen: its image is loaded before others. */
  readonly isFirst?: boolean;
  /** Over the upper corner: a checkbox or a drag handle. */
  readonly corner?: ReactNode;
  /** On the media: the number of similar ads. */
  readonly marker?: ReactNode;
  /** Instead of the button that saves the ad. */
  readonly action?: ReactNode;
  /** Below the copy: a note. */
  readonly children?: ReactNode;
}

export function AdCard({ ad, selected = false, isFirst = false, corner, marker, ...rest }: AdCardProps) {
  const { hash } = ad;
  const { action, children } = rest;
  const isTextOnly = firstMedia(ad) === null;
  return (
    <article
      data-hash={hash}
      tabIndex={-1}
      aria-label={copy.label(ad.advertiser.name, ad.headline ?? ad.body)}
      className={classes(
        'group/card @container relative flex min-w-0 scroll-my-24 flex-col overflow-hidden rounded-md border bg-card focus:outline-2 focus:outline-accent',
        selected && 'border-accent outline-2 outline-accent',
      )}
    >
      <div className="relative">
        <div className="relative">
          <CardMedia ad={ad} sizes={mediaSizes} isFirst={isFirst} />
          <div className="absolute right-2 bottom-2 flex gap-1">
            <Score
              score={ad}
              isOnPicture
              className={classes(badgeClasses, 'hover:no-underline! @max-[12rem]:hidden', onHover)}
            />
            {marker}
          </div>
        </div>
        {corner}
        <Actions ad={ad}>
          {action === undefined ? (
            <SaveButton
              hash={hash}
              className={onHover}
              {...('boardIds' in ad && { boardIds: ad.boardIds })}
            />
          ) : (
            <div className={classes('*:size-8!', onHover)}>{action}</div>
          )}
        </Actions>
      </div>
      <div className="flex flex-col gap-0.5 p-2">
        <Brand ad={ad} />
        {!isTextOnly && <Hook ad={ad} />}
        {children}
        <AdNumbers ad={ad} />
      </div>
    </article>
  );
}

const isTouch = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

/** The height of a card without note whose media loads, for the layout before it is rendered. */
export function estimateCardHeight(ad: Ad, width: number): number {
  const text = ad.headline ?? ad.body ?? '';
  const hookHeight = text.length * 7 > width - 16 ? 40 : 20;
  const mediaHeight = firstMedia(ad) === null ? 190 : (width - 2) / mediaRatio(ad) + hookHeight + 2;
  return mediaHeight + (isTouch ? 36 : 0) + 68;
}

interface ActionsProps {
  readonly ad: Ad;
  readonly children: ReactNode;
}

/** Over the media; on touch screens, where they are always shown, below it. */
function Actions({ ad, children }: ActionsProps) {
  const media = firstMedia(ad);
  const number = listMedia(ad).length > 1 ? 1 : null;
  const look = buttonClasses('plain', classes('size-8! px-0!', onHover));
  return (
    <div className="absolute top-2 right-2 flex gap-1 pointer-coarse:static pointer-coarse:flex-row-reverse pointer-coarse:justify-end pointer-coarse:px-1 pointer-coarse:pt-1">
      {media !== null && (
        <a
          href={downloadUrl(media)}
          download={creativeFileName(ad, media, number)}
          aria-label={copy.download}
          title={copy.download}
          className={look}
        >
          <Download size={16} aria-hidden />
        </a>
      )}
      <Link
        to="/studio"
        search={{ ad: ad.hash }}
        aria-label={adsCopy.ad.recreate}
        title={adsCopy.ad.recreate}
        className={look}
      >
        <Sparkles size={16} aria-hidden />
      </Link>
      {children}
    </div>
  );
}

function Brand({ ad: { advertiser, platforms } }: { readonly ad: Ad }) {
  return (
    <header className="flex h-6 items-center gap-1.5 text-xs">
      <Logo name={advertiser.name} url={advertiser.brandLogo} size={20} />
      <BrandLink name={advertiser.name} className="min-w-0 flex-1 truncate py-1 text-left" />
      <PlatformMarks platforms={platforms} />
    </header>
  );
}

function Hook({ ad: { hash, headline, body, language } }: { readonly ad: Ad }) {
  const text = headline ?? body;
  return (
    <Link
      to="/ads/$hash"
      params={{ hash }}
      dir="auto"
      lang={language ?? undefined}
      className={classes(
        'line-clamp-2 hover:underline max-sm:min-h-6 pointer-coarse:min-h-6',
        text === null && 'text-quiet',
      )}
    >
      {text ?? copy.noText}
    </Link>
  );
}

function AdNumbers({ ad }: { readonly ad: Ad }) {
  return (
    <p className="flex h-6 items-center gap-x-1 overflow-hidden text-xs whitespace-nowrap text-quiet">
      <Tip tip={copy.duration(ad)}>{adsCopy.daysRunning(ad)}</Tip>
      {ad.reach.value !== null && <span aria-hidden>·</span>}
      <Reach reach={ad.reach} />
      {ad.status === 'inactive' && (
        <>
          <span aria-hidden>·</span>
          <span className="truncate">{copy.end(ad)}</span>
        </>
      )}
      {isDemoAd(ad) && <span className="ml-auto shrink-0 pl-1 @max-[11rem]:hidden">{adsCopy.demo.mark}</span>}
    </p>
  );
}

export function Reach({ reach }: { readonly reach: Ad['reach'] }) {
  const { lower, upper } = reach;
  const value = adsCopy.reach.value(reach);
  if (value === null) return null;
  return (
    <Tip tip={adsCopy.reach.source(reach)}>
      {value}
      <span className="sr-only">
        {adsCopy.reach.unit}
        {lower !== null && upper !== null && adsCopy.reach.range(lower, upper)}
      </span>
    </Tip>
  );
}
