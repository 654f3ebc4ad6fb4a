import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { api } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton } from '../../../ui/states.tsx';
import { useStudioSearch } from '../useStudioSearch.ts';
import { BrandImageTile } from './BrandImageTile.tsx';
import { Uploader } from './Uploader.tsx';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.images;

export function BrandImages() {
  const [{ product }, change] = useStudioSearch();
  const products = useQuery(api.cloneProducts.list.queryOptions()).data ?? [];
  const productId = products.some(({ id }) => id === product) && typeof product === 'number' ? product : null;
  return (
    <div className="flex flex-col gap-6">
      <Uploader shownProductId={productId} products={products} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Count productId={productId} />
        {products.length > 0 && (
          <Select
            hideLabel
            label={copy.product}
            className="w-full sm:w-64"
            value={productId ?? ''}
            onChange={({ target }) => change({ product: Number(target.value) || undefined })}
          >
            <option value="">{copy.allProducts}</option>
            {products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </div>
      <Images productId={productId} productNames={new Map(products.map(({ id, name }) => [id, name]))} />
    </div>
  );
}

function useImages(productId: number | null) {
  return useInfiniteQuery({
    ...api.brandImages.list.infiniteQueryOptions(
      { limit: 48, ...(productId !== null && { productId }) },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      images: pages.flatMap(({ images }) => images),
    }),
  });
}

function Count({ productId }: { readonly productId: number | null }) {
  const total = useImages(productId).data?.total ?? 0;
  return <h2 className="text-base font-semibold">{total === 0 ? copy.title : copy.count(total)}</h2>;
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-4';

interface ImagesProps {
  readonly productId: number | null;
  readonly productNames: ReadonlyMap<number, string>;
}

function Images({ productId, productNames }: ImagesProps) {
  const found = useImages(productId);
  return (
    <QueryView
      query={found}
      loading={<ImagesSkeleton />}
      isEmpty={({ images }) => images.length === 0}
      empty={<NoImages productId={productId} />}
    >
      {({ images }) => (
        <>
          <ul className={grid}>
            {images.map((image) => (
              <BrandImageTile
                key={image.id}
                image={image}
                productName={image.productId === null ? null : (productNames.get(image.productId) ?? null)}
              />
            ))}
          </ul>
          <LoadMore pages={found} />
        </>
      )}
    </QueryView>
  );
}

function ImagesSkeleton() {
  return (
    <Loading label={copy.loading}>
      <div className={grid}>
        {Array.from({ length: 12 }, (_, number) => (
          <div key={number}>
            <Skeleton className="aspect-square" />
            <Skeleton className="mt-2 h-10" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

function NoImages({ productId }: { readonly productId: number | null }) {
  const [, change] = useStudioSearch();
  // The drop zone above already says what to do.
  if (productId === null) return <p className="text-quiet">{copy.empty}</p>;
  return (
    <Empty
      icon={<ImagePlus size={32} aria-hidden />}
      action={<Button onClick={() => change({ product: undefined })}>{copy.showAllImages}</Button>}
    >
      {copy.emptyProduct}
    </Empty>
  );
}
