import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Ad, SavedAd } from '../../lib/api/types.ts';
import { humanize } from '../../lib/labels.ts';
import { Tip } from '../../ui/Tip.tsx';
import { classes } from '../../ui/classes.ts';
import { AdMedia } from './AdMedia.tsx';
import { DemoMark } from './demo.tsx';
import { BrandLink, Logo } from './Logo.tsx';
import { PlatformMarks } from './PlatformMarks.tsx';
import { SaveButton } from './SaveButton.tsx';
import { Score } from './Score.tsx';
import { adsCopy } from './copy.ts';

const copy = adsCopy.card;

/** One column on a phone, else columns of 15.5rem or a little more; less the padding of the card. */
const mediaSizes = '(min-width: 40rem) 18rem, calc(100vw - 4rem)';

interface AdCardProps {
  readonly ad: Ad | SavedAd;
  readonly selected?: boolean;
  /** In the first screen: its image is loaded before others. */
  readonly isFirst?: boolean;
  /** Over the upper corner: a checkbox or a drag handle. */
  readonly corner?: ReactNode;
  readonly action?: ReactNode;
  /** Below the copy: a note. */
  readonly children?: ReactNode;
}

export function AdCard({ ad, selected = false, isFirst = false, corner, action, children }: AdCardProps) {
  const { advertiser, hash } = ad;
  return (
    <article
      data-hash={hash}
      tabIndex={-1}
      aria-label={copy.label(advertiser.name, ad.headline ?? ad.body)}
      className={classes(
        'relative flex min-w-0 scroll-my-20 flex-col gap-3 rounded-md border bg-card p-4 -outline-offset-2 focus:outline-2 focus:outline-accent',
        selected && 'border-accent outline-2 outline-accent',
      )}
    >
      <header className="flex items-center gap-2">
        <Logo name={advertiser.name} url={advertiser.brandLogo} size={24} />
        <BrandLink name={advertiser.name} className="min-w-0 flex-1 truncate py-0.5 text-left" />
        <DemoMark ad={ad} />
        <PlatformMarks platforms={ad.platforms} />
      </header>
      <Link to="/ads/$hash" params={{ hash }} className="block rounded-md" tabIndex={-1} aria-hidden>
        <AdMedia ad={ad} sizes={mediaSizes} isFirst={isFirst} />
      </Link>
      {corner}
      <div className="flex min-h-0 flex-1 flex-col gap-1">
        <AdText ad={ad} />
        {children}
      </div>
      <AdNumbers ad={ad} />
      <footer className="flex flex-wrap items-center justify-between gap-2">
        <Score score={ad.performanceScore} parts={ad.scoreParts} />
        {action ?? <SaveButton hash={hash} {...('boardIds' in ad && { boardIds: ad.boardIds })} />}
      </footer>
    </article>
  );
}

/** Headline and copy, each with `dir="auto"`. Without a headline, the copy links to the ad. */
function AdText({ ad: { hash, headline, body } }: { readonly ad: Ad }) {
  return (
    <>
      <Link
        to="/ads/$hash"
        params={{ hash }}
        dir="auto"
        className={classes(
          'hover:underline max-sm:min-h-6 pointer-coarse:min-h-6',
          headline === null && body !== null ? 'line-clamp-5' : 'line-clamp-2 font-semibold',
        )}
      >
        {headline ?? body ?? copy.noText}
      </Link>
      {headline !== null && body !== null && <Copy body={body} />}
    </>
  );
}

function Copy({ body }: { readonly body: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <>
      <p dir="auto" className={isExpanded ? 'whitespace-pre-line' : 'line-clamp-3'}>
        {body}
      </p>
      {isLongCopy(body) && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
          className="self-start rounded-sm text-xs text-quiet hover:text-ink hover:underline max-sm:min-h-6 pointer-coarse:min-h-6"
        >
          {isExpanded ? copy.showLess : copy.showMore}
        </button>
      )}
    </>
  );
}

function AdNumbers({ ad }: { readonly ad: Ad }) {
  const callToAction = ad.ctaText ?? (ad.ctaType === null ? null : humanize(ad.ctaType));
  return (
    <div className="flex flex-col gap-0.5 text-xs text-quiet">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <Tip tip={copy.duration(ad)}>{adsCopy.daysRunning(ad)}</Tip>
        {ad.reach.value !== null && <span aria-hidden>·</span>}
        <Reach reach={ad.reach} />
        {ad.status === 'inactive' && (
          <>
            <span aria-hidden>·</span>
            <span>{adsCopy.status(ad)}</span>
          </>
        )}
      </p>
      <p className="flex min-h-4 min-w-0 items-center gap-1">
        {callToAction !== null && (
          <span dir="auto" className="max-w-3/5 shrink-0 truncate">
            {callToAction}
          </span>
        )}
        {ad.landingPageDomain !== null && (
          <>
            <ArrowRight size={12} aria-hidden className="shrink-0" />
            <span className="truncate">{ad.landingPageDomain}</span>
          </>
        )}
      </p>
    </div>
  );
}

export function Reach({ reach }: { readonly reach: Ad['reach'] }) {
  const { lower, upper } = reach;
  const value = adsCopy.reach.value(reach);
  if (value === null) return null;
  return (
    <Tip tip={adsCopy.reach.source(reach)}>
      {adsCopy.reach.short(value)}
      {lower !== null && upper !== null && (
        <span className="sr-only">{adsCopy.reach.range(lower, upper)}</span>
      )}
    </Tip>
  );
}

/** Letters that fit on three lines of the widest card. */
const threeLines = 150;
const wideLetters = /[\u1100-\u11FF\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60]/g;

/** Whether copy exceeds three lines; Chinese, Japanese and Korean letters are twice as wide. */
export function isLongCopy(text: string): boolean {
  const lines = text.split('\n').length;
  return lines > 3 || text.length + (text.match(wideLetters)?.length ?? 0) > threeLines;
}
