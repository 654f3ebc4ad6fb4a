import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Answers } from '../../api/types.ts';
import { buttonClasses } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Select, TextArea } from '../../parts/fields.tsx';
import { Failure, Loading, Skeleton } from '../../parts/states.tsx';
import { adPartNames } from '../../words/labels.ts';

type Payload = Answers['ads']['getClonePayload'];

interface CloneDialogProps {
  readonly hash: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** How the ad is made, and what to ask a model for to make one of one's own in its manner. */
export function CloneDialog({ hash, open, onOpenChange }: CloneDialogProps) {
  const [productId, setProductId] = useState<number>();
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="How it is made"
      description="The parts of this ad, and what to tell a model to make one for your product in its manner."
    >
      <ProductSelect productId={productId} onChange={setProductId} />
      <Recipe hash={hash} productId={productId} />
      <DialogActions>
        <Link
          to="/studio"
          search={{ ad: hash, ...(productId !== undefined && { product: productId }) }}
          className={buttonClasses('primary')}
        >
          Make mine
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
          Add a product
        </Link>{' '}
        and what you tell of it takes the places in square brackets.
      </p>
    );
  }
  const chosen = productId ?? products.find(({ isDefault }) => isDefault)?.id ?? products[0]?.id;
  return (
    <Select label="For" value={chosen} onChange={({ target }) => onChange(Number(target.value))}>
      {products.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

function Recipe({ hash, productId }: { readonly hash: string; readonly productId: number | undefined }) {
  const recipe = useQuery(api.ads.getClonePayload.queryOptions({ hash, productId }));
  if (recipe.isError) return <Failure error={recipe.error} onRetry={() => void recipe.refetch()} />;
  if (recipe.isPending) {
    return (
      <Loading label="The ad is being read">
        <Skeleton className="h-32 shrink-0" />
        <Skeleton className="h-64 shrink-0" />
      </Loading>
    );
  }
  const { structure, prompt, negativePrompt, doNotCopy, aspectRatios } = recipe.data;
  return (
    <>
      <Part title="Its parts">
        <Structure parts={structure} />
      </Part>
      <Part title="Prompt" action={<CopyButton text={prompt} label="Copy prompt" />}>
        <TextArea label="Prompt" bare readOnly rows={10} value={prompt} />
        <p className="text-xs text-quiet">Shapes that suit it, the best first: {aspectRatios.join(', ')}</p>
      </Part>
      <Part
        title="What to leave out"
        action={<CopyButton text={negativePrompt} label="Copy what to leave out" />}
      >
        <TextArea label="What to leave out" bare readOnly rows={4} value={negativePrompt} />
      </Part>
      <Part title="Do not copy">
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {doNotCopy.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      </Part>
    </>
  );
}

function Structure({ parts }: { readonly parts: Payload['structure'] }) {
  if (parts.length === 0) return <p className="text-quiet">It has no words; the picture does everything.</p>;
  return (
    <ol className="flex flex-col divide-y border-y">
      {withoutRepeats(parts).map(({ part, text }) => (
        <li key={`${part} ${text}`} className="grid gap-x-4 py-2 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <span className="text-quiet">{adPartNames[part]}</span>
          <span dir="auto" className="whitespace-pre-line">
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Cards of an ad often say the same. */
function withoutRepeats(parts: Payload['structure']): Payload['structure'] {
  return parts.filter(
    ({ part, text }, place) => parts.findIndex((one) => one.part === part && one.text === text) === place,
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
