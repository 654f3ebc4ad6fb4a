import { useStudioSearch } from '../useStudioSearch.ts';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatPrice, joinFacts } from '../../../lib/format.ts';
import { ProductPicture } from '../ProductPicture.tsx';
import { Swatches } from '../Swatches.tsx';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

export function ProductSummary({ product }: { readonly product: CloneProduct }) {
  const [, change] = useStudioSearch();
  const { brandName, price, currency, colors } = product;
  const facts = joinFacts([brandName, price === null ? null : formatPrice(price, currency)]);
  return (
    <div className="flex gap-3">
      <ProductPicture product={product} className="size-16" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="truncate text-quiet">{facts === '' ? copy.addDetails : facts}</p>
        <Swatches colors={colors} />
      </div>
      <Button variant="quiet" onClick={() => change({ tab: 'products', product: product.id })}>
        {copy.edit}
        <span className="sr-only"> {product.name}</span>
      </Button>
    </div>
  );
}
