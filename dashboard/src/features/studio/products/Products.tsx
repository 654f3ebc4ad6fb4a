import { useQuery } from '@tanstack/react-query';
import { Package, Plus } from 'lucide-react';
import { api } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton } from '../../../ui/states.tsx';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { useStudioSearch } from '../useStudioSearch.ts';
import { ProductCard } from './ProductCard.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

export function Products() {
  const [{ product: open }, change] = useStudioSearch();
  const products = useQuery(api.cloneProducts.list.queryOptions());
  const close = (): void => change({ product: undefined });
  if (open === 'new') return <ProductEditor key="new" product={null} onDone={close} />;
  return (
    <QueryView query={products} loading={<ProductsSkeleton />}>
      {(list) => {
        const edited = list.find(({ id }) => id === open);
        if (edited === undefined) return <ProductList products={list} />;
        return <ProductEditor key={edited.id} product={edited} onDone={close} />;
      }}
    </QueryView>
  );
}

function ProductList({ products }: { readonly products: readonly CloneProduct[] }) {
  const [, change] = useStudioSearch();
  const add = (
    <Button variant="primary" onClick={() => change({ product: 'new' })}>
      <Plus size={16} aria-hidden /> {copy.addProduct}
    </Button>
  );
  if (products.length === 0)
    return (
      <Empty icon={<Package size={32} aria-hidden />} action={add}>
        {copy.empty}
      </Empty>
    );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{copy.count(products.length)}</h2>
        {add}
      </div>
      <ul className={grid}>
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </ul>
    </div>
  );
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4';

function ProductsSkeleton() {
  return (
    <Loading label={copy.loading}>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-9 w-32" />
        <div className={grid}>
          {Array.from({ length: 3 }, (_, number) => (
            <Skeleton key={number} className="h-52" />
          ))}
        </div>
      </div>
    </Loading>
  );
}
