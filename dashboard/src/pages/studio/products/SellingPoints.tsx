import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../parts/Button.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { ListFrame } from './ListFrame.tsx';
import type { ProductForm } from './useProductForm.ts';

const most = 20;

/** Why people buy it, one reason a row. */
export function SellingPoints({ form }: { readonly form: ProductForm }) {
  const rows = form.draft.sellingPoints;
  const set = (sellingPoints: readonly string[]): void => form.change({ sellingPoints });
  return (
    <ListFrame form={form} field="sellingPoints" label="Selling points">
      {rows.map((row, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has nothing but its place and what is typed into it
        <div key={place} className="flex gap-1">
          <TextField
            bare
            label={`Selling point ${place + 1}`}
            className="flex-1"
            maxLength={500}
            value={row}
            placeholder="Holds its temperature to the degree"
            onChange={({ target }) => set(rows.with(place, target.value))}
          />
          <IconButton
            label={`Remove selling point ${place + 1}`}
            onClick={() => set(rows.toSpliced(place, 1))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length < most && (
        <Button className="self-start" onClick={() => set([...rows, ''])}>
          <Plus size={16} aria-hidden /> Add a selling point
        </Button>
      )}
    </ListFrame>
  );
}
