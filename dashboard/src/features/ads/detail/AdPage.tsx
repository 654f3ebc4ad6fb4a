import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { Ad, AdDetails } from '../../../lib/api/types.ts';
import { httpStatus } from '../../../lib/errors.ts';
import { Button, buttonClasses } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Page, Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { classes } from '../../../ui/classes.ts';
import { Empty, ErrorPanel, Loading, Skeleton } from '../../../ui/states.tsx';
import { AdStrip, AdStripSkeleton } from '../AdWall.tsx';
import { DemoMark } from '../demo.tsx';
import { BrandLink, Logo } from '../Logo.tsx';
import { PlatformMarks } from '../PlatformMarks.tsx';
import { SaveButton } from '../SaveButton.tsx';
import { AdSteps } from './AdSteps.tsx';
import { CloneDialog } from './CloneDialog.tsx';
import { Facts, Tags } from './Facts.tsx';
import { Transparency } from './Transparency.tsx';
import { Family } from './Family.tsx';
import { Gallery } from './Gallery.tsx';
import { Comments } from './Comments.tsx';
import { SavedBoards } from './Library.tsx';
import { Measures, ScoreSection } from './Measures.tsx';
import { PictureWords } from './PictureWords.tsx';
import { Survival } from './Survival.tsx';
import { Texts } from './Texts.tsx';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.ad;

// Loaded separately, since the chart library is large.
const History = lazy(() => import('./History.tsx').then((module) => ({ default: module.History })));

export function AdPage() {
  const { hash } = useParams({ from: '/shell/ads/$hash' });
  const details = useQuery(api.ads.getDetails.queryOptions({ hash }));
  return (
    <QueryView
      query={details}
      loading={<AdPageSkeleton />}
      renderError={(error, retry) => <NoAd error={error} onRetry={retry} />}
    >
      {(ad) => <KnownAd key={hash} ad={ad} />}
    </QueryView>
  );
}

function NoAd({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const status = httpStatus(error);
  const isUnknown = status === 404 || status === 400;
  return (
    <Page title={isUnknown ? copy.notFound : copy.title} narrow={isUnknown}>
      {isUnknown ? (
        <Empty
          action={
            <Link to="/discover" className={buttonClasses('primary')}>
              {copy.search}
            </Link>
          }
        >
          {copy.notFoundReason}
        </Empty>
      ) : (
        <ErrorPanel error={error} onRetry={onRetry} />
      )}
    </Page>
  );
}

function KnownAd({ ad }: { readonly ad: AdDetails }) {
  return (
    <Page
      title={ad.headline ?? adsCopy.adBy(ad.advertiser.name)}
      heading={<Heading ad={ad} />}
      actions={<Actions ad={ad} />}
    >
      <AdColumns
        media={<Gallery ad={ad} />}
        texts={
          <>
            <Measures ad={ad} />
            <Texts ad={ad} />
            <PictureWords ad={ad} />
            <Suspense fallback={<Skeleton className="h-76" />}>
              <History ad={ad} />
            </Suspense>
            <ScoreSection ad={ad} />
            <Tags tags={ad.tags} />
          </>
        }
        facts={
          <>
            <Facts ad={ad} />
            <Transparency ad={ad} />
            <SavedBoards ad={ad} />
            <Comments ad={ad} />
            <Family ad={ad} />
            <Survival ad={ad} />
          </>
        }
      />
      <MoreAds ad={ad} />
    </Page>
  );
}

function Heading({ ad }: { readonly ad: AdDetails }) {
  const { advertiser, headline, body, status } = ad;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Logo name={advertiser.name} url={advertiser.brandLogo} size={32} />
        <BrandLink name={advertiser.name} className="min-w-0 truncate py-0.5" />
        <PlatformMarks platforms={ad.platforms} showAll />
        <DemoMark ad={ad} />
        <Chip variant={status === 'active' ? 'good' : 'plain'}>{adsCopy.status(ad)}</Chip>
      </div>
      <h1
        dir="auto"
        lang={ad.language ?? undefined}
        className={classes(
          'max-w-[960px] font-semibold',
          // A text is longer than a headline, and is repeated below.
          headline === null ? 'line-clamp-1 text-base' : 'line-clamp-2 text-2xl',
        )}
      >
        {headline ?? body ?? adsCopy.card.noText}
      </h1>
    </div>
  );
}

function Actions({ ad }: { readonly ad: AdDetails }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <AdSteps hash={ad.hash} />
      <Button onClick={() => setOpen(true)}>{copy.viewBreakdown}</Button>
      <Link to="/discover" search={{ similarTo: { hash: ad.hash } }} className={buttonClasses()}>
        {copy.findSimilar}
      </Link>
      <SaveButton hash={ad.hash} boardIds={ad.boardIds} />
      <Link to="/studio" search={{ ad: ad.hash }} className={buttonClasses('primary')}>
        <Sparkles size={16} aria-hidden /> {copy.recreate}
      </Link>
      <CloneDialog hash={ad.hash} open={open} onOpenChange={setOpen} />
    </>
  );
}

interface AdColumnsProps {
  readonly media: ReactNode;
  readonly texts: ReactNode;
  readonly facts: ReactNode;
}

function AdColumns({ media, texts, facts }: AdColumnsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)_minmax(0,25rem)] min-[125rem]:grid-cols-[minmax(0,40rem)_minmax(0,1fr)_minmax(0,34rem)]">
      <div className="mx-auto w-full max-w-md md:sticky md:top-18 md:row-span-2 2xl:row-span-1 min-[125rem]:max-w-none">
        {media}
      </div>
      <div className="flex min-w-0 flex-col gap-6">{texts}</div>
      <div className="flex min-w-0 flex-col gap-6 md:col-start-2 2xl:col-start-3">{facts}</div>
    </div>
  );
}

function AdPageSkeleton() {
  return (
    <Page
      title={copy.title}
      heading={
        <div className="flex flex-col gap-2">
          <h1 className="sr-only">{copy.title}</h1>
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-8 w-72" />
        </div>
      }
    >
      <Loading label={copy.loading}>
        <AdColumns
          media={<Skeleton className="aspect-4/5" />}
          texts={
            <>
              <Skeleton className="h-30" />
              <Skeleton className="h-52" />
              <Skeleton className="h-76" />
            </>
          }
          facts={<Skeleton className="h-96" />}
        />
      </Loading>
    </Page>
  );
}

function MoreAds({ ad }: { readonly ad: Ad }) {
  const { name } = ad.advertiser;
  const found = useQuery(api.ads.search.queryOptions({ companyNames: [name], limit: 7 }));
  const others = (found.data?.ads ?? []).filter(({ hash }) => hash !== ad.hash).slice(0, 6);
  return (
    <Section
      title={copy.moreFrom(name)}
      actions={
        others.length > 0 && (
          <Link to="/discover" search={{ companyNames: [name] }} className={buttonClasses()}>
            {copy.viewAll(found.data?.total ?? 0)}
          </Link>
        )
      }
    >
      <QueryView
        query={found}
        loading={<AdStripSkeleton count={6} />}
        empty={<p className="text-quiet">{copy.noOtherAds}</p>}
        isEmpty={() => others.length === 0}
      >
        {() => <AdStrip ads={others} label={copy.otherAds(name)} />}
      </QueryView>
    </Section>
  );
}
