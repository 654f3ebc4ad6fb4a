import { useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, byCursor } from '../../../lib/api/client.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Empty, Loading, Skeleton } from '../../../ui/states.tsx';
import { toastError } from '../../../ui/toast.tsx';
import { useStudioSearch } from '../search.ts';
import { CreativeTile } from './CreativeTile.tsx';
import { defaultOptions, generateInput, useGenerate } from './creative.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

function useCreatives(productId: number | null) {
  return useInfiniteQuery({
    ...api.aiImages.list.infiniteQueryOptions(
      { limit: 24, ...(productId !== null && { productId }) },
      byCursor,
    ),
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      images: pages.flatMap(({ images }) => images),
    }),
  });
}

interface CreativeWallProps {
  readonly product: CloneProduct;
  readonly products: readonly CloneProduct[];
}

export function CreativeWall({ product, products }: CreativeWallProps) {
  const [{ all = false, ad }, change] = useStudioSearch();
  const { mayEdit } = useTeams();
  const creatives = useCreatives(all ? null : product.id);
  const generate = useGenerate(toastError);
  const first = generateInput(defaultOptions, { productId: product.id, ad, defaultRatio: '4:5' });
  const total = creatives.data?.total ?? 0;
  return (
    <section aria-labelledby="creatives" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="creatives" className="text-base font-semibold">
          {total === 0 ? copy.title : copy.count(total)}
        </h2>
        <Segmented
          label={copy.show}
          value={all ? 'all' : 'one'}
          options={[
            { value: 'one', label: copy.thisProduct },
            { value: 'all', label: studioCopy.products.allProducts },
          ]}
          onChange={(shown) => change({ all: shown === 'all' ? true : undefined })}
        />
      </div>
      <QueryView
        query={creatives}
        loading={<RowsSkeleton />}
        isEmpty={({ images }) => images.length === 0}
        empty={
          <Empty
            icon={<Images size={32} aria-hidden />}
            action={
              mayEdit(product) && (
                <Button busy={generate.isPending} onClick={() => generate.mutate(first)}>
                  {copy.generateFirst}
                </Button>
              )
            }
          >
            {copy.emptyFor(product.name)}
          </Empty>
        }
      >
        {({ images }) => (
          <Rows>
            {images.map((image) => (
              <CreativeTile
                key={image.id}
                image={image}
                productName={products.find(({ id }) => id === image.productId)?.name ?? null}
              />
            ))}
          </Rows>
        )}
      </QueryView>
      <LoadMore pages={creatives} />
    </section>
  );
}

/**
 * Rows of equal height in reading order; the width of a tile follows its aspect ratio. Beside the form there is room for
 * four portraits or two links in a row.
 */
function Rows({ children }: { readonly children: ReactNode }) {
  return (
    <ul className="flex flex-wrap gap-4 [--row:16rem] xl:[--row:12.5rem] 2xl:[--row:14rem] min-[125rem]:[--row:20rem]">
      {children}
      <li aria-hidden className="h-0 grow-[10000]" />
    </ul>
  );
}

function RowsSkeleton() {
  return (
    <Loading label={copy.loadingCreatives}>
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
