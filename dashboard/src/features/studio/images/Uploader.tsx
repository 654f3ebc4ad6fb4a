import { useState, type ReactNode, useRef } from 'react';
import { X, Upload } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useTeams } from '../../../lib/api/teams.ts';
import type { BrandImage, CloneProduct } from '../../../lib/api/types.ts';
import { Select } from '../../../ui/fields.tsx';
import { useUploads, type ImageUpload, uploadError } from './uploads.ts';
import { studioCopy } from '../copy.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { formatShare } from '../../../lib/format.ts';
import { uiCopy } from '../../../ui/copy.ts';
import { classes } from '../../../ui/classes.ts';
import { BrandCombobox } from '../../ads/BrandCombobox.tsx';
import { api } from '../../../lib/api/client.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useFileDrop } from '../../../ui/FileDrop.tsx';
import { ErrorLine, Loading, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

const copy = studioCopy.images;

interface UploaderProps {
  readonly shownProductId: number | null;
  readonly products: readonly CloneProduct[];
}

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
            options={Object.entries(copy.kindNames)}
          />
          <Select
            label={studioCopy.products.product}
            value={productId ?? ''}
            onChange={({ target }) => setSelected(Number(target.value) || null)}
            options={products.filter(mayEdit).map(({ id, name }) => [id, name])}
          >
            <option value="">{copy.none}</option>
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

interface UploadRowProps {
  readonly upload: ImageUpload;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

function UploadRow({ upload, onRetry, onDismiss }: UploadRowProps) {
  const { file, sent, error } = upload;
  if (error !== null)
    return (
      <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-bad-soft py-1 pr-1 pl-3">
        <p role="alert" className="min-w-0 flex-1">
          <span className="font-semibold">{file.name}</span>: {error}
        </p>
        {uploadError(file) === null && (
          <Button variant="quiet" onClick={onRetry}>
            {uiCopy.tryAgain}
          </Button>
        )}
        <IconButton label={copy.dismiss(file.name)} onClick={onDismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </li>
    );
  const state = sent === 0 ? copy.waiting : sent < 1 ? formatShare(sent) : copy.processing;
  return (
    <li className="flex h-11 items-center gap-3 rounded-md border bg-card px-3">
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      <ProgressBar label={copy.uploading(file.name)} value={sent} className="w-24" />
      <span className="w-24 text-xs text-quiet">{state}</span>
    </li>
  );
}

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
  readonly action: ReactNode;
}

function DropZone({ onFiles, children, action }: DropZoneProps) {
  const { isOver, handlers } = useFileDrop(onFiles);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      {...handlers}
      className={classes(
        'flex flex-col items-center gap-4 rounded-md border border-dashed border-line-strong p-6 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'bg-card',
      )}
    >
      <div>
        <p className="font-semibold">{copy.drop}</p>
        <p className="text-xs text-quiet">{copy.dropHint}</p>
      </div>
      {children}
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={() => input.current?.click()}>
          <Upload size={16} aria-hidden /> {copy.chooseImages}
        </Button>
        {action}
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={copy.filesField}
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Allows selecting the same file again.
          target.value = '';
        }}
      />
    </div>
  );
}

function AddLogo({ productId }: { readonly productId: number | null }) {
  const [isOpen, setIsOpen] = useState(false);
  const keep = useMutation(
    api.brandImages.keep.mutationOptions({
      onSuccess: (image) => {
        toast(copy.added(image.name));
        setIsOpen(false);
      },
      meta: { invalidates: [api.brandImages.pathFilter()] },
    }),
  );
  const toggle = (open: boolean): void => {
    setIsOpen(open);
    keep.reset();
  };
  return (
    <>
      <Button onClick={() => toggle(true)}>{copy.addBrandLogo}</Button>
      <Dialog open={isOpen} onOpenChange={toggle} title={copy.addBrandLogo} description={copy.addLogoText}>
        <ErrorLine error={keep.error} />
        {keep.isPending ? (
          <Loading label={copy.addingLogo}>
            <Skeleton className="h-9" />
          </Loading>
        ) : (
          <BrandCombobox
            label={copy.brand}
            selected={[]}
            onPick={(logoOf) => keep.mutate({ logoOf, ...(productId !== null && { productId }) })}
          />
        )}
      </Dialog>
    </>
  );
}
