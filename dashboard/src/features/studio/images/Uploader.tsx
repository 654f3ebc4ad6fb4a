import { useState } from 'react';
import { useTeams } from '../../../lib/api/teams.ts';
import type { BrandImage, CloneProduct } from '../../../lib/api/types.ts';
import { Select } from '../../../ui/fields.tsx';
import { DropZone } from './DropZone.tsx';
import { AddLogo } from './AddLogo.tsx';
import { kindNames } from './kinds.ts';
import { UploadRow } from './UploadRow.tsx';
import { useUploads } from './useUploads.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.images;

interface UploaderProps {
  /** The shown product; the default for new images. */
  readonly shownProductId: number | null;
  readonly products: readonly CloneProduct[];
}

/** Uploads dropped or selected images, with one kind and product at a time. */
export function Uploader({ shownProductId, products }: UploaderProps) {
  const [kind, setKind] = useState<BrandImage['kind']>('product');
  const [selected, setSelected] = useState<number | null | undefined>();
  const productId = selected === undefined ? shownProductId : selected;
  const { uploads, add, retry, dismiss } = useUploads();
  const { mayEdit } = useTeams();
  return (
    <div className="flex flex-col gap-3">
      <DropZone
        onFiles={(files) => add(files, { kind, productId })}
        action={<AddLogo productId={productId} />}
      >
        <div className="grid w-full max-w-md gap-3 text-left sm:grid-cols-2">
          <Select
            label={copy.kind}
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
            label={copy.product}
            value={productId ?? ''}
            onChange={({ target }) => setSelected(Number(target.value) || null)}
          >
            <option value="">{copy.none}</option>
            {products.filter(mayEdit).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      </DropZone>
      {uploads.length > 0 && (
        <ul aria-label={copy.uploads} className="flex flex-col gap-1">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => retry(upload)}
              onDismiss={() => dismiss(upload.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
