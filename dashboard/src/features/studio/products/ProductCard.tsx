import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useTeams } from '../../../lib/api/teams.ts';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { TipOn } from '../../../ui/Tip.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { formatPrice, joinFacts } from '../../../lib/format.ts';
import { ProductPicture } from '../ProductPicture.tsx';
import { Swatches } from '../Swatches.tsx';
import { useStudioSearch } from '../useStudioSearch.ts';
import { studioCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = studioCopy.products;

export function ProductCard({ product }: { readonly product: CloneProduct }) {
  const [, change] = useStudioSearch();
  const { mayEdit } = useTeams();
  const { id, name, brandName, price, currency, description, colors } = product;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-md border bg-card p-4">
      <div className="flex gap-3">
        <ProductPicture product={product} className="size-20" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h3 className="line-clamp-2 text-base font-semibold">{name}</h3>
          <p className="truncate text-quiet">
            {joinFacts([brandName, price === null ? null : formatPrice(price, currency)])}
          </p>
        </div>
        {mayEdit(product) && <ProductMenu product={product} />}
      </div>
      <p className="line-clamp-2 flex-1">{description}</p>
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <Marks product={product} />
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

function Marks({ product }: { readonly product: CloneProduct }) {
  const team = useTeams().nameOf(product.teamId);
  return (
    <>
      {product.isDefault && (
        <TipOn tip={copy.defaultTip(team)}>
          <button type="button" className="cursor-help rounded-full">
            <Chip variant="accent">{copy.default}</Chip>
          </button>
        </TipOn>
      )}
      {team !== null && <Chip>{team}</Chip>}
    </>
  );
}

function ProductMenu({ product }: { readonly product: CloneProduct }) {
  const { id, name, isDefault } = product;
  const [isDeleting, setIsDeleting] = useState(false);
  const setDefault = useMutation(
    api.cloneProducts.setDefault.mutationOptions({
      onError: toastError,
      meta: { invalidates: [api.cloneProducts.pathFilter()] },
    }),
  );
  const remove = useMutation(
    api.cloneProducts.delete.mutationOptions({
      onSuccess: () => toast(copy.deleted(name)),
      meta: {
        invalidates: [
          api.cloneProducts.pathFilter(),
          api.aiImages.pathFilter(),
          api.brandImages.pathFilter(),
        ],
      },
    }),
  );
  return (
    <>
      <Menu
        trigger={
          <IconButton label={copy.actionsFor(name)} className="-mt-1 -mr-2">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem disabled={isDefault} onSelect={() => setDefault.mutate({ id })}>
          {copy.setAsDefault}
        </MenuItem>
        <MenuLine />
        <MenuItem bad onSelect={() => setIsDeleting(true)}>
          {uiCopy.delete}
        </MenuItem>
      </Menu>
      <Confirm
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={copy.deleteTitle(name)}
        action={uiCopy.delete}
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {copy.deleteText}
      </Confirm>
    </>
  );
}
