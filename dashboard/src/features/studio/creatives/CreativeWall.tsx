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
import { classes } from '../../../ui/classes.ts';
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
  const isBeside = ad !== undefined;
  return (
    <section aria-labelledby="creatives" className="flex min-w-0 flex-1 flex-col gap-4">
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
        loading={<GridSkeleton isBeside={isBeside} />}
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
          <Grid isBeside={isBeside}>
            {images.map((image) => (
              <CreativeTile
                key={image.id}
                image={image}
                productName={products.find(({ id }) => id === image.productId)?.name ?? null}
              />
            ))}
          </Grid>
        )}
      </QueryView>
      <LoadMore pages={creatives} />
    </section>
  );
}

interface GridProps {
  /** Beside the reference ad, which takes the place of a column. */
  readonly isBeside: boolean;
  readonly children: ReactNode;
}

/** Columns of equal width in reading order. Their number is even, because a link image takes two of them. */
function Grid({ isBeside, children }: GridProps) {
  return (
    <ul
      className={classes(
        'grid grid-cols-2 items-start gap-4',
        isBeside ? 'min-[125rem]:grid-cols-4' : 'xl:grid-cols-4 min-[125rem]:grid-cols-6',
      )}
    >
      {children}
    </ul>
  );
}

function GridSkeleton({ isBeside }: Pick<GridProps, 'isBeside'>) {
  return (
    <Loading label={copy.loadingCreatives}>
      <Grid isBeside={isBeside}>
        {Array.from({ length: 4 }, (_, number) => (
          <li key={number}>
            <Skeleton className="aspect-4/5" />
            <Skeleton className="mt-2 h-9" />
          </li>
        ))}
      </Grid>
    </Loading>
  );
}
