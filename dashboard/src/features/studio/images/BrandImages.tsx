import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { api, byCursor, client } from '../../../lib/api/client.ts';
import { changeResponse } from '../../../lib/api/pendingChanges.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { SelectMenu } from '../../../ui/SelectMenu.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton } from '../../../ui/states.tsx';
import { useStudioSearch } from '../search.ts';
import { withoutImage } from '../withoutImage.ts';
import { Uploader } from './Uploader.tsx';
import { studioCopy } from '../copy.ts';
import { imageUrl } from '../../ads/mediaUrls.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import type { BrandImage } from '../../../lib/api/types.ts';
import { releaseFocus } from '../../../ui/focus.ts';
import { tipOn } from '../../../ui/Tip.tsx';
import { deleteWithUndo } from '../../../ui/undo.tsx';
import { formatBytes, formatTime, joinFacts } from '../../../lib/format.ts';

const copy = studioCopy.images;

export function BrandImages() {
  const [{ product }, change] = useStudioSearch();
  const products = useQuery(api.cloneProducts.list.queryOptions()).data ?? [];
  const productId = products.some(({ id }) => id === product) && typeof product === 'number' ? product : null;
  const found = useImages(productId);
  const total = found.data?.total ?? 0;
  return (
    <div className="flex flex-col gap-6">
      <Uploader shownProductId={productId} products={products} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-base font-semibold">{total === 0 ? copy.title : copy.count(total)}</h2>
        {products.length > 0 && (
          <SelectMenu
            label={studioCopy.products.product}
            value={String(productId ?? '')}
            onChange={(value) => change({ product: Number(value) || undefined })}
            options={[
              ['', studioCopy.products.allProducts],
              ...products.map(({ id, name }) => [String(id), name] as const),
            ]}
          />
        )}
      </div>
      <QueryView
        query={found}
        loading={<ImagesSkeleton />}
        isEmpty={({ images }) => images.length === 0}
        empty={
          // The drop zone above already says what to do.
          productId === null ? (
            <p className="text-quiet">{copy.empty}</p>
          ) : (
            <Empty
              icon={<ImagePlus size={32} aria-hidden />}
              action={<Button onClick={() => change({ product: undefined })}>{copy.showAllImages}</Button>}
            >
              {copy.emptyProduct}
            </Empty>
          )
        }
      >
        {({ images }) => (
          <>
            <ul className={grid}>
              {images.map((image) => (
                <BrandImageTile
                  key={image.id}
                  image={image}
                  productName={products.find(({ id }) => id === image.productId)?.name ?? null}
                />
              ))}
            </ul>
            <LoadMore pages={found} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function useImages(productId: number | null) {
  return useInfiniteQuery({
    ...api.brandImages.list.infiniteQueryOptions(
      { limit: 48, ...(productId !== null && { productId }) },
      byCursor,
    ),
    select: ({ pages }) => ({
      total: pages[0]?.total ?? 0,
      images: pages.flatMap(({ images }) => images),
    }),
  });
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-4';

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

interface BrandImageTileProps {
  readonly image: BrandImage;
  readonly productName: string | null;
}

function BrandImageTile({ image, productName }: BrandImageTileProps) {
  const { name, kind, companyName } = image;
  const { mayEdit } = useTeams();
  const about = joinFacts([copy.kindNames[kind], productName ?? companyName]);
  return (
    <li ref={releaseFocus} className="flex min-w-0 flex-col gap-1">
      <a
        {...tipOn(formatFacts(image))}
        href={imageUrl(image.url, 1280)}
        target="_blank"
        rel="noreferrer noopener"
        aria-label={copy.open(name)}
        className="block aspect-square overflow-hidden rounded-md border bg-sunk p-2"
      >
        <img
          src={imageUrl(image.thumbnailUrl ?? image.url, 320)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-contain"
        />
      </a>
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold" title={name}>
            {name}
          </p>
          <p className="truncate text-xs text-quiet">{about}</p>
        </div>
        {mayEdit(image) && <DeleteImage image={image} />}
      </div>
    </li>
  );
}

function formatFacts({ width, height, bytes, createdAt, mimeType }: BrandImage): string {
  const type = mimeType.replace('image/', '').toUpperCase();
  return copy.facts(width, height, type, formatBytes(bytes), formatTime(createdAt));
}

function DeleteImage({ image: { id, name } }: { readonly image: BrandImage }) {
  const remove = (): void =>
    deleteWithUndo({
      text: copy.deleted(name),
      changes: [changeResponse('brandImages', 'list', (page) => withoutImage(page, id))],
      send: () => client.brandImages.delete.mutate({ id }),
      invalidates: [api.brandImages.pathFilter()],
    });
  return (
    <IconButton label={copy.deleteNamed(name)} className="-mr-2" onClick={remove}>
      <Trash2 size={16} aria-hidden />
    </IconButton>
  );
}
