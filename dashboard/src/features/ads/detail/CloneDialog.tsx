import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { buttonClasses } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx';
import { Select, TextAreaField } from '../../../ui/fields.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { adPartNames } from '../../../lib/labels.ts';
import { adsCopy } from '../copy.ts';
import { breakdownCopy as copy } from './copy.ts';

interface CloneDialogProps {
  readonly hash: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function CloneDialog({ hash, open, onOpenChange }: CloneDialogProps) {
  const [productId, setProductId] = useState<number>();
  return (
    <Dialog wide open={open} onOpenChange={onOpenChange} title={copy.title} description={copy.description}>
      <ProductSelect productId={productId} onChange={setProductId} />
      <Recipe hash={hash} productId={productId} />
      <DialogActions>
        <Link
          to="/studio"
          search={{ ad: hash, ...(productId !== undefined && { product: productId }) }}
          className={buttonClasses('primary')}
        >
          {adsCopy.ad.recreate}
        </Link>
      </DialogActions>
    </Dialog>
  );
}

interface ProductSelectProps {
  readonly productId: number | undefined;
  readonly onChange: (productId: number | undefined) => void;
}

function ProductSelect({ productId, onChange }: ProductSelectProps) {
  const { data: products } = useQuery(api.cloneProducts.list.queryOptions());
  if (products === undefined) return <Skeleton className="h-15" />;
  if (products.length === 0) {
    return (
      <p>
        <Link to="/studio" search={{ tab: 'products', product: 'new' }} className="text-accent underline">
          {copy.addProduct}
        </Link>
        {copy.addProductReason}
      </p>
    );
  }
  const selected = productId ?? products.find(({ isDefault }) => isDefault)?.id ?? products[0]?.id;
  return (
    <Select
      label={copy.product}
      value={selected}
      options={products.map(({ id, name }) => [id, name])}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  );
}

function Recipe({ hash, productId }: { readonly hash: string; readonly productId: number | undefined }) {
  const recipe = useQuery(api.ads.getClonePayload.queryOptions({ hash, productId }));
  return (
    <QueryView
      query={recipe}
      loading={
        <Loading label={copy.loading}>
          <Skeleton className="h-32 shrink-0" />
          <Skeleton className="h-64 shrink-0" />
        </Loading>
      }
    >
      {({ structure, prompt, negativePrompt, doNotCopy, aspectRatios }) => (
        <>
          <Part title={copy.structure}>
            <Structure parts={structure} />
          </Part>
          <Part title={copy.prompt} action={<CopyButton text={prompt} label={copy.copyPrompt} />}>
            <TextAreaField label={copy.prompt} hideLabel readOnly rows={10} value={prompt} />
            <p className="text-xs text-quiet">{copy.ratios(aspectRatios)}</p>
          </Part>
          <Part
            title={copy.negativePrompt}
            action={<CopyButton text={negativePrompt} label={copy.copyNegativePrompt} />}
          >
            <TextAreaField label={copy.negativePrompt} hideLabel readOnly rows={4} value={negativePrompt} />
          </Part>
          <Part title={copy.doNotCopy}>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {doNotCopy.map((thing) => (
                <li key={thing}>{thing}</li>
              ))}
            </ul>
          </Part>
        </>
      )}
    </QueryView>
  );
}

type Structure = RouterOutputs['ads']['getClonePayload']['structure'];

function Structure({ parts }: { readonly parts: Structure }) {
  if (parts.length === 0) return <p className="text-quiet">{adsCopy.texts.empty}</p>;
  // The cards of an ad often repeat the same text.
  const unique = new Map(parts.map((one) => [`${one.part} ${one.text}`, one]));
  return (
    <ol className="flex flex-col divide-y border-y">
      {[...unique].map(([key, { part, text }]) => (
        <li key={key} className="grid gap-x-4 py-2 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <span className="text-quiet">{adPartNames[part]}</span>
          <span dir="auto" className="whitespace-pre-line">
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface PartProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, action, children }: PartProps) {
  return (
    <section className="flex shrink-0 flex-col gap-2">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
