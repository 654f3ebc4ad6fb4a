import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AdStrip, AdStripSkeleton } from '../AdStrip.tsx';
import { api } from '../../../lib/api/client.ts';
import type { Ad } from '../../../lib/api/types.ts';
import { buttonClasses } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { plural } from '../../../lib/format.ts';

/** The brand's other ads with the highest scores. */
export function MoreAds({ ad }: { readonly ad: Ad }) {
  const { name } = ad.advertiser;
  const found = useQuery(api.ads.search.queryOptions({ companyNames: [name], limit: 7 }));
  const others = (found.data?.ads ?? []).filter(({ hash }) => hash !== ad.hash).slice(0, 6);
  return (
    <Section
      title={`More from ${name}`}
      actions={
        others.length > 0 && (
          <Link to="/discover" search={{ companyNames: [name] }} className={buttonClasses()}>
            View all {plural(found.data?.total ?? 0, 'ad')}
          </Link>
        )
      }
    >
      <QueryView
        query={found}
        loading={<AdStripSkeleton count={6} />}
        empty={<p className="text-quiet">No other ads from this brand.</p>}
        isEmpty={() => others.length === 0}
      >
        {() => <AdStrip ads={others} label={`Other ads from ${name}`} />}
      </QueryView>
    </Section>
  );
}
