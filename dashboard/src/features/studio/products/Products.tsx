import { useQuery, useMutation } from '@tanstack/react-query';
import { Package, Plus } from 'lucide-react';
import { api, client } from '../../../lib/api/client.ts';
import { changeResponse } from '../../../lib/api/pendingChanges.ts';
import { Button } from '../../../ui/Button.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton, Skeletons } from '../../../ui/states.tsx';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { useStudioSearch } from '../search.ts';
import { ProductEditor } from './ProductEditor.tsx';
import { studioCopy } from '../copy.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { MenuItem, MenuLine, MoreMenu } from '../../../ui/Menu.tsx';
import { tipOn } from '../../../ui/Tip.tsx';
import { toastError } from '../../../ui/toast.tsx';
import { deleteWithUndo } from '../../../ui/undo.tsx';
import { formatMoney, joinFacts } from '../../../lib/format.ts';
import { ProductImage, Swatches } from '../ProductImage.tsx';
import { uiCopy } from '../../../ui/copy.ts';

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
          <Skeletons count={3} className="h-52" />
        </div>
      </div>
    </Loading>
  );
}

function ProductCard({ product }: { readonly product: CloneProduct }) {
  const [, change] = useStudioSearch();
  const { mayEdit, getTeamName } = useTeams();
  const { id, name, isDefault, brandName, price, currency, description, colors } = product;
  const team = getTeamName(product.teamId);
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-md border bg-card p-4">
      <div className="flex gap-3">
        <ProductImage product={product} className="size-20" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h3 className="line-clamp-2 text-base font-semibold">{name}</h3>
          <p className="truncate text-quiet">
            {joinFacts([brandName, price === null ? null : formatMoney(price, currency)])}
          </p>
        </div>
        {mayEdit(product) && <ProductMenu product={product} />}
      </div>
      <p className="line-clamp-2 flex-1">{description}</p>
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        {isDefault && (
          <button type="button" {...tipOn(copy.defaultTip(team))} className="cursor-help rounded-full">
            <Chip variant="accent">{copy.default}</Chip>
          </button>
        )}
        {team !== null && <Chip>{team}</Chip>}
        <Swatches colors={colors} />
      </div>
      <div className="flex gap-2">
        <Button onClick={() => change({ tab: undefined, product: id })}>{copy.createAds}</Button>
        {mayEdit(product) && (
          <Button variant="quiet" onClick={() => change({ product: id })}>
            {copy.edit}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function ProductMenu({ product }: { readonly product: CloneProduct }) {
  const { id, name, isDefault } = product;
  const setDefault = useMutation(
    api.cloneProducts.setDefault.mutationOptions({
      onError: toastError,
      meta: { invalidates: [api.cloneProducts.pathFilter()] },
    }),
  );
  const remove = (): void =>
    deleteWithUndo({
      text: copy.deleted(name),
      changes: [
        changeResponse('cloneProducts', 'list', (products) => products.filter((one) => one.id !== id)),
      ],
      send: () => client.cloneProducts.delete.mutate({ id }),
      invalidates: [api.cloneProducts.pathFilter(), api.aiImages.pathFilter(), api.brandImages.pathFilter()],
    });
  return (
    <MoreMenu label={copy.actionsFor(name)} className="-mt-1 -mr-2">
      <MenuItem disabled={isDefault} onSelect={() => setDefault.mutate({ id })}>
        {copy.setAsDefault}
      </MenuItem>
      <MenuLine />
      <MenuItem bad onSelect={remove}>
        {uiCopy.delete}
      </MenuItem>
    </MoreMenu>
  );
}
