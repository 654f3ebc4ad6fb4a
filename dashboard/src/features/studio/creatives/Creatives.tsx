import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton, Skeletons } from '../../../ui/states.tsx';
import { joinFacts, formatMoney } from '../../../lib/format.ts';
import { useStudioSearch } from '../search.ts';
import { AdPicker } from './AdPicker.tsx';
import { CreativeWall } from './CreativeWall.tsx';
import { LargeReference, ReferenceAd } from './ReferenceAd.tsx';
import { CreativeForm } from './CreativeForm.tsx';
import { studioCopy } from '../copy.ts';
import { ProductImage, Swatches } from '../ProductImage.tsx';

const copy = studioCopy.creatives;

export function Creatives() {
  const products = useQuery(api.cloneProducts.list.queryOptions());
  return (
    <QueryView query={products} loading={<CreativesSkeleton />}>
      {(list) => <ProductCreatives products={list} />}
    </QueryView>
  );
}

function ProductCreatives({ products }: Pick<NewCreativeProps, 'products'>) {
  const [{ product: selected, ad }, change] = useStudioSearch();
  const product =
    products.find(({ id }) => id === selected) ??
    products.find(({ isDefault, teamId }) => isDefault && teamId === null) ??
    products[0];
  if (product === undefined)
    return (
      <Empty
        icon={<Package size={32} aria-hidden />}
        action={
          <Button variant="primary" onClick={() => change({ tab: 'products', product: 'new' })}>
            {studioCopy.products.addProduct}
          </Button>
        }
      >
        {ad === undefined ? copy.noProduct : copy.noProductToRecreate}
      </Empty>
    );
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:items-start">
      <NewCreative product={product} products={products} />
      <div className="flex min-w-0 flex-1 flex-col gap-6 sm:flex-row sm:items-start">
        {ad !== undefined && <LargeReference hash={ad} productId={product.id} />}
        <CreativeWall product={product} products={products} />
      </div>
    </div>
  );
}

interface NewCreativeProps {
  readonly product: CloneProduct;
  readonly products: readonly CloneProduct[];
}

function NewCreative({ product, products }: NewCreativeProps) {
  const [{ ad }, change] = useStudioSearch();
  const [isPicking, setIsPicking] = useState(false);
  const { getTeamName, mayEdit } = useTeams();
  return (
    <Section
      title={copy.newCreative}
      className="lg:sticky lg:top-18 lg:max-h-[max(28rem,calc(100dvh-13.5rem))] lg:w-88 lg:shrink-0 lg:scroll-pb-28 lg:overflow-y-auto"
    >
      <Select
        label={studioCopy.products.product}
        value={product.id}
        onChange={(event) => change({ product: Number(event.target.value) })}
        options={products.map(({ id, name, teamId }) => [id, joinFacts([name, getTeamName(teamId)])])}
      />
      <ProductSummary product={product} />
      {ad === undefined ? (
        <Button onClick={() => setIsPicking(true)}>{copy.chooseReference}</Button>
      ) : (
        <ReferenceAd hash={ad} productId={product.id} onClear={() => change({ ad: undefined })} />
      )}
      <AdPicker open={isPicking} onOpenChange={setIsPicking} onPick={(hash) => change({ ad: hash })} />
      {mayEdit(product) ? (
        <CreativeForm key={`${product.id} ${ad}`} product={product} ad={ad} />
      ) : (
        <p className="text-quiet">{copy.viewerOnly(getTeamName(product.teamId))}</p>
      )}
    </Section>
  );
}

function CreativesSkeleton() {
  return (
    <Loading label={copy.loadingStudio}>
      <div className="flex flex-col gap-6 lg:flex-row">
        <Skeleton className="h-140 lg:w-88" />
        <div className="flex flex-1 flex-wrap content-start gap-4">
          <Skeletons count={6} className="aspect-4/5 h-80" />
        </div>
      </div>
    </Loading>
  );
}

function ProductSummary({ product }: { readonly product: CloneProduct }) {
  const [, change] = useStudioSearch();
  const { brandName, price, currency, colors } = product;
  const facts = joinFacts([brandName, price === null ? null : formatMoney(price, currency)]);
  return (
    <div className="flex gap-3">
      <ProductImage product={product} className="size-16" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="truncate text-quiet">{facts === '' ? copy.addDetails : facts}</p>
        <Swatches colors={colors} />
      </div>
      <Button variant="quiet" onClick={() => change({ tab: 'products', product: product.id })}>
        {studioCopy.products.edit}
        <span className="sr-only"> {product.name}</span>
      </Button>
    </div>
  );
}
