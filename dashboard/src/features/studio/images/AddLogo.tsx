import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Logo } from '../../ads/Logo.tsx';
import { useBrandSearch } from '../../ads/useBrandSearch.ts';
import { api } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { ErrorLine, Loading, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.images;

interface AddLogoProps {
  /** The product that the logo is added to. */
  readonly productId: number | null;
}

/** Adds the logo of a brand by name. */
export function AddLogo({ productId }: AddLogoProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{copy.addBrandLogo}</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={copy.addBrandLogo} description={copy.addLogoText}>
        <AddLogoForm productId={productId} onAdded={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function AddLogoForm({ productId, onAdded }: AddLogoProps & { readonly onAdded: () => void }) {
  const [name, setName] = useState('');
  const keep = useMutation(
    api.brandImages.keep.mutationOptions({
      onSuccess: (image) => {
        toast(copy.added(image.name));
        onAdded();
      },
      meta: { invalidates: [api.brandImages.pathFilter()] },
    }),
  );
  const addLogo = (logoOf: string): void => keep.mutate({ logoOf, ...(productId !== null && { productId }) });
  return (
    <>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          addLogo(name);
        }}
      >
        <TextField
          label={copy.brand}
          className="flex-1"
          value={name}
          maxLength={textLimits.companyName}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" variant="primary" busy={keep.isPending} disabled={name.trim() === ''}>
          {copy.addLogo}
        </Button>
      </form>
      {keep.isError && <ErrorLine error={keep.error} />}
      <Companies typed={name} busy={keep.isPending} onSelect={addLogo} />
    </>
  );
}

interface CompaniesProps {
  readonly typed: string;
  readonly busy: boolean;
  readonly onSelect: (name: string) => void;
}

/** Matching brands, typos included. */
function Companies({ typed, busy, onSelect }: CompaniesProps) {
  const found = useBrandSearch(typed, 6);
  if (typed.trim() === '') return null;
  if (found.isPending)
    return (
      <Loading label={copy.loadingBrands}>
        <Skeleton className="h-36" />
      </Loading>
    );
  return (
    <ul aria-label={copy.brands} className="flex flex-col gap-1">
      {(found.data?.companies ?? []).map((company) => (
        <li key={company.advertiserId}>
          <button
            type="button"
            disabled={busy}
            onClick={() => onSelect(company.name)}
            className="flex w-full items-center gap-3 rounded-md p-2 text-left hover:bg-sunk"
          >
            <Logo name={company.name} url={company.brandLogo} />
            <span className="min-w-0 flex-1 truncate">{company.name}</span>
            <span className="text-xs text-quiet">{copy.ads(company.adCount)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
