import { listLimits, textLimits } from '@magpie/contract/limits';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { ListFrame } from './ListFrame.tsx';
import type { ProductForm } from './useProductForm.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.products;

const maxPoints = listLimits.sellingPoints;

/** One selling point per row. */
export function SellingPoints({ form }: { readonly form: ProductForm }) {
  const rows = form.draft.sellingPoints;
  const set = (sellingPoints: readonly string[]): void => form.change({ sellingPoints });
  return (
    <ListFrame form={form} field="sellingPoints" label={copy.sellingPoints}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
        <div key={index} className="flex gap-1">
          <TextField
            hideLabel
            label={copy.sellingPoint(index + 1)}
            className="flex-1"
            maxLength={textLimits.sellingPoint}
            value={row}
            placeholder={copy.sellingPointPlaceholder}
            onChange={({ target }) => set(rows.with(index, target.value))}
          />
          <IconButton
            label={copy.removeSellingPoint(index + 1)}
            onClick={() => set(rows.toSpliced(index, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length < maxPoints && (
        <Button className="self-start" onClick={() => set([...rows, ''])}>
          <Plus size={16} aria-hidden /> {copy.addSellingPoint}
        </Button>
      )}
    </ListFrame>
  );
}
