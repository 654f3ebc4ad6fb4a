import { useState } from 'react';
import { useTeams } from '../../../api/teams.ts';
import type { BrandImage, CloneProduct } from '../../../api/types.ts';
import { Select } from '../../../parts/fields.tsx';
import { DropZone } from './DropZone.tsx';
import { KeepLogo } from './KeepLogo.tsx';
import { kindNames } from './kinds.ts';
import { UploadRow } from './UploadRow.tsx';
import { useUploads } from './useUploads.ts';

interface UploaderProps {
  /** The product whose images are shown: what is added is of it, unless another is chosen. */
  readonly shownProductId: number | null;
  readonly products: readonly CloneProduct[];
}

/** Takes pictures that are dropped or chosen, of one kind and one product at a time. */
export function Uploader({ shownProductId, products }: UploaderProps) {
  const [kind, setKind] = useState<BrandImage['kind']>('product');
  const [chosen, setChosen] = useState<number | null | undefined>();
  const productId = chosen === undefined ? shownProductId : chosen;
  const { uploads, add, again, drop } = useUploads();
  const { mayEdit } = useTeams();
  return (
    <div className="flex flex-col gap-3">
      <DropZone
        onFiles={(files) => add(files, { kind, productId })}
        action={<KeepLogo productId={productId} />}
      >
        <div className="grid w-full max-w-md gap-3 text-left sm:grid-cols-2">
          <Select
            label="What they show"
            value={kind}
            onChange={({ target }) => setKind(target.value as BrandImage['kind'])}
          >
            {Object.entries(kindNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            label="Of which product"
            value={productId ?? ''}
            onChange={({ target }) => setChosen(Number(target.value) || null)}
          >
            <option value="">None</option>
            {products.filter(mayEdit).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      </DropZone>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="flex flex-col gap-1">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onAgain={() => again(upload)}
              onDismiss={() => drop(upload.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
