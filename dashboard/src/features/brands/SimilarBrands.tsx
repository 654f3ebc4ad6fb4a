import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BrandLink, Logo } from '../ads/Logo.tsx';
import { api } from '../../lib/api/client.ts';
import type { RouterOutputs } from '../../lib/api/types.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { Tip } from '../../ui/Tip.tsx';
import { formatShare } from '../../lib/format.ts';
import type { BrandFilters } from './search.ts';
import { adsCopy } from '../ads/copy.ts';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.similar;

type Similar = RouterOutputs['brandSpy']['listSimilarAdvertisers'];

export function SimilarBrands({ name, filters }: { readonly name: string; readonly filters: BrandFilters }) {
  const similar = useQuery(
    api.brandSpy.listSimilarAdvertisers.queryOptions({ companyName: name, ...filters, limit: 12 }),
  );
  const { data } = similar;
  return (
    <Section title={copy.title} about={data && copy.methods[data.method].about}>
      <QueryView
        query={similar}
        loading={
          <Loading label={copy.loading}>
            <Skeleton className="h-44" />
          </Loading>
        }
        isEmpty={({ advertisers }) => advertisers.length === 0}
        empty={<p className="text-quiet">{copy.empty}</p>}
      >
        {({ advertisers, method }) => (
          <ul className="-mx-1 flex gap-3 overflow-x-auto px-1 pt-1 pb-2">
            {advertisers.map((brand) => (
              <SimilarBrand key={brand.advertiserId} brand={brand} to={name} tip={copy.methods[method].tip} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

interface SimilarBrandProps {
  readonly brand: Similar['advertisers'][number];
  readonly to: string;
  readonly tip: string;
}

function SimilarBrand({ brand, to, tip }: SimilarBrandProps) {
  const reasons = [...brand.sharedCategories, ...brand.sharedTags];
  return (
    <li className="flex w-56 shrink-0 flex-col gap-3 rounded-md border p-3">
      <div className="flex items-center gap-3">
        <Logo name={brand.name} url={brand.brandLogo} size={48} />
        <div className="min-w-0">
          <BrandLink name={brand.name} className="line-clamp-2" />
          <p className="text-xs text-quiet">{adsCopy.ads(brand.adCount)}</p>
        </div>
      </div>
      <p>
        <Tip tip={tip}>
          <span className="font-semibold">{formatShare(Math.max(0, brand.similarity))}</span>
          {copy.similarity}
        </Tip>
      </p>
      <p className="flex flex-wrap gap-1">
        {reasons.slice(0, 3).map((reason) => (
          <Chip key={reason}>{reason}</Chip>
        ))}
        {reasons.length > 3 && (
          <Tip className="px-1 text-xs text-quiet" tip={copy.reasonsTip(reasons)}>
            +{reasons.length - 3}
          </Tip>
        )}
      </p>
      <Link
        to="/compare"
        search={{ names: [to, brand.name] }}
        className="mt-auto self-start text-xs text-accent-strong hover:underline"
        aria-label={copy.compare(to, brand.name)}
      >
        {brandsCopy.compare}
      </Link>
    </li>
  );
}
