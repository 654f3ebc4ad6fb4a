import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Ad } from '../api/types.ts';
import { classes } from '../parts/classes.ts';
import { counted } from '../words/format.ts';
import { readable } from '../words/labels.ts';
import { AdMedia } from './AdMedia.tsx';
import { Logo } from './Logo.tsx';
import { PlatformMarks } from './PlatformMarks.tsx';
import { Reach } from './Reach.tsx';
import { SaveButton } from './SaveButton.tsx';
import { Score } from './Score.tsx';

interface AdCardProps {
  readonly ad: Ad;
  readonly selected?: boolean;
  /** Laid over the upper corner: a box to tick, a handle to drag. */
  readonly corner?: ReactNode;
  /** In place of the button that saves. */
  readonly action?: ReactNode;
  /** Under the copy: a note. */
  readonly children?: ReactNode;
}

/** The same everywhere: who, the picture, what it says, how it does, what to do with it. */
export function AdCard({ ad, selected = false, corner, action, children }: AdCardProps) {
  const { advertiser, headline, body } = ad;
  return (
    <article
      data-hash={ad.hash}
      aria-label={`${advertiser.name}: ${headline ?? body ?? 'ad'}`}
      className={classes(
        'relative flex min-w-0 flex-col gap-3 rounded-md border bg-card p-4',
        selected && 'border-accent outline-2 outline-accent',
      )}
    >
      <header className="flex items-center gap-2">
        <Logo name={advertiser.name} url={advertiser.brandLogo} size={24} />
        <Link
          to="/brands/$name"
          params={{ name: advertiser.name }}
          className="min-w-0 flex-1 truncate font-semibold hover:underline"
        >
          {advertiser.name}
        </Link>
        <PlatformMarks platforms={ad.platforms} />
      </header>
      <Link to="/ads/$hash" params={{ hash: ad.hash }} className="block rounded-md" tabIndex={-1} aria-hidden>
        <AdMedia ad={ad} width={640} />
      </Link>
      {corner}
      <div className="flex min-h-0 flex-1 flex-col gap-1">
        <Link
          to="/ads/$hash"
          params={{ hash: ad.hash }}
          className="line-clamp-2 font-semibold hover:underline"
        >
          {headline ?? 'Ad without a headline'}
        </Link>
        {body !== null && <p className="line-clamp-3">{body}</p>}
        {children}
      </div>
      <AdNumbers ad={ad} />
      <footer className="flex items-center justify-between gap-2">
        <Score score={ad.performanceScore} parts={ad.scoreParts} />
        {action ?? <SaveButton hash={ad.hash} />}
      </footer>
    </article>
  );
}

function AdNumbers({ ad }: { readonly ad: Ad }) {
  const callToAction = ad.ctaText ?? (ad.ctaType === null ? null : readable(ad.ctaType));
  return (
    <div className="flex flex-col gap-0.5 text-xs text-quiet">
      <p className="flex flex-wrap gap-x-1.5">
        <span>{counted(ad.daysRunning, 'day')}</span>
        {ad.reach.value !== null && <span aria-hidden>·</span>}
        <Reach reach={ad.reach} />
        {ad.status === 'inactive' && <span>· ended</span>}
      </p>
      {(callToAction !== null || ad.landingPageDomain !== null) && (
        <p className="flex min-w-0 items-center gap-1">
          {callToAction !== null && <span className="shrink-0">{callToAction}</span>}
          {ad.landingPageDomain !== null && (
            <>
              <ArrowRight size={12} aria-hidden className="shrink-0" />
              <span className="truncate">{ad.landingPageDomain}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}
