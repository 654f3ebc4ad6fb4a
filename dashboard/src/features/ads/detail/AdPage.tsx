import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Logo } from '../Logo.tsx';
import { PlatformMarks } from '../PlatformMarks.tsx';
import { SaveButton } from '../SaveButton.tsx';
import { api } from '../../../lib/api/client.ts';
import { httpStatus } from '../../../lib/errors.ts';
import type { AdDetails } from '../../../lib/api/types.ts';
import { Button, buttonClasses } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Page } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx';
import { AdColumns, AdPageSkeleton } from './AdColumns.tsx';
import { CloneDialog } from './CloneDialog.tsx';
import { Facts } from './Facts.tsx';
import { Gallery } from './Gallery.tsx';
import { Library } from './Library.tsx';
import { Measures, ScoreSection } from './Measures.tsx';
import { MoreAds } from './MoreAds.tsx';
import { Tags } from './Tags.tsx';
import { Texts } from './Texts.tsx';

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
  if (status === 404 || status === 400) return <UnknownAd />;
  return (
    <Page title="Ad">
      <Failure error={error} onRetry={onRetry} />
    </Page>
  );
}

function UnknownAd() {
  return (
    <Page title="Ad not found" narrow>
      <Empty
        action={
          <Link to="/discover" className={buttonClasses('primary')}>
            Search ads
          </Link>
        }
      >
        The link is incomplete, or the ad was deleted and you have not saved it.
      </Empty>
    </Page>
  );
}

function KnownAd({ ad }: { readonly ad: AdDetails }) {
  return (
    <Page
      title={ad.headline ?? `Ad by ${ad.advertiser.name}`}
      heading={<Heading ad={ad} />}
      actions={<Actions ad={ad} />}
    >
      <AdColumns
        media={<Gallery ad={ad} />}
        copy={
          <>
            <Measures ad={ad} />
            <Texts ad={ad} />
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
            <Library ad={ad} />
          </>
        }
      />
      <MoreAds ad={ad} />
    </Page>
  );
}

function Heading({ ad }: { readonly ad: AdDetails }) {
  const { advertiser, headline, status } = ad;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Logo name={advertiser.name} url={advertiser.brandLogo} size={32} />
        <Link
          to="/brands/$name"
          params={{ name: advertiser.name }}
          dir="auto"
          className="min-w-0 truncate py-0.5 font-semibold hover:underline"
        >
          {advertiser.name}
        </Link>
        <PlatformMarks platforms={ad.platforms} showAll />
        <Chip variant={status === 'active' ? 'good' : 'plain'}>
          {status === 'active' ? 'Running' : 'Ended'}
        </Chip>
      </div>
      <h1
        dir="auto"
        lang={ad.language ?? undefined}
        className="line-clamp-3 max-w-[960px] text-2xl font-semibold"
      >
        {headline ?? `Ad by ${advertiser.name}`}
      </h1>
    </div>
  );
}

function Actions({ ad }: { readonly ad: AdDetails }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>View breakdown</Button>
      <SaveButton hash={ad.hash} boardIds={ad.boardIds} />
      <Link to="/studio" search={{ ad: ad.hash }} className={buttonClasses('primary')}>
        <Sparkles size={16} aria-hidden /> Recreate
      </Link>
      <CloneDialog hash={ad.hash} open={open} onOpenChange={setOpen} />
    </>
  );
}
