import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../api/client.ts';
import { useTeams } from '../../../api/teams.ts';
import type { CloneProduct } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { LoadMore } from '../../../parts/LoadMore.tsx';
import { Segmented } from '../../../parts/Segmented.tsx';
import { Empty, Failure, Loading, Skeleton } from '../../../parts/states.tsx';
import { tellError } from '../../../parts/toast.tsx';
import { counted } from '../../../words/format.ts';
import { useStudioSearch } from '../useStudioSearch.ts';
import { CreativeTile } from './CreativeTile.tsx';
import { newOrder, questionOf } from './order.ts';
import { reloadCreatives } from './useCreative.ts';

/** What was made, the newest first; of one product, or of all. */
function useCreatives(productId: number | null) {
  return useInfiniteQuery(
    api.aiImages.list.infiniteQueryOptions(
      { limit: 24, ...(productId !== null && { productId }) },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
}

interface CreativeWallProps {
  readonly product: CloneProduct;
  readonly products: readonly CloneProduct[];
}

export function CreativeWall({ product, products }: CreativeWallProps) {
  const [{ all = false }, change] = useStudioSearch();
  const creatives = useCreatives(all ? null : product.id);
  const total = creatives.data?.pages[0]?.total ?? 0;
  return (
    <section aria-labelledby="creatives" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="creatives" className="text-base font-semibold">
          {total === 0 ? 'Creatives' : counted(total, 'creative')}
        </h2>
        <Segmented
          label="Creatives of"
          value={all ? 'all' : 'one'}
          options={[
            { value: 'one', label: 'This product' },
            { value: 'all', label: 'All products' },
          ]}
          onChange={(shown) => change({ all: shown === 'all' ? true : undefined })}
        />
      </div>
      <Shown creatives={creatives} product={product} products={products} />
    </section>
  );
}

interface ShownProps extends CreativeWallProps {
  readonly creatives: ReturnType<typeof useCreatives>;
}

function Shown({ creatives, product, products }: ShownProps) {
  const [{ ad }] = useStudioSearch();
  const mayMake = useTeams().mayEdit(product);
  if (creatives.isPending) return <RowsSkeleton />;
  if (creatives.isError && creatives.data === undefined)
    return <Failure error={creatives.error} onRetry={() => void creatives.refetch()} />;
  const images = creatives.data?.pages.flatMap((page) => page.images) ?? [];
  if (images.length === 0)
    return (
      <Empty
        icon={<Images size={32} aria-hidden />}
        action={mayMake && <MakeFirst productId={product.id} ad={ad} />}
      >
        What is made for {product.name} appears here, the newest first.
      </Empty>
    );
  return (
    <>
      <Rows>
        {images.map((image) => (
          <CreativeTile
            key={image.id}
            image={image}
            productName={products.find(({ id }) => id === image.productId)?.name ?? null}
          />
        ))}
      </Rows>
      <LoadMore pages={creatives} />
    </>
  );
}

/** As the service would make it, without choosing anything. */
function MakeFirst({ productId, ad }: { readonly productId: number; readonly ad: string | undefined }) {
  const generate = useMutation(
    api.aiImages.generate.mutationOptions({ onSuccess: reloadCreatives, onError: tellError }),
  );
  return (
    <Button
      busy={generate.isPending}
      onClick={() => generate.mutate(questionOf(newOrder, { productId, ad, usualShape: '4:5' }))}
    >
      Make the first one
    </Button>
  );
}

/** Rows of one height each, in reading order, whatever the shapes: a tile takes as much of a row as its shape is wide. */
function Rows({ children }: { readonly children: ReactNode }) {
  return (
    <ul className="flex flex-wrap gap-4 [--row:16rem] xl:[--row:18rem] 2xl:[--row:20rem]">
      {children}
      <li aria-hidden className="h-0 grow-[10000]" />
    </ul>
  );
}

function RowsSkeleton() {
  return (
    <Loading label="Creatives are loading">
      <Rows>
        {Array.from({ length: 6 }, (_, number) => (
          <li key={number} className="basis-[calc(var(--row)*0.8)]">
            <Skeleton className="aspect-4/5" />
            <Skeleton className="mt-2 h-9" />
          </li>
        ))}
      </Rows>
    </Loading>
  );
}
