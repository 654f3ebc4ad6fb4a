import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Logo } from '../../../ads/Logo.tsx';
import { useBrandSearch } from '../../../ads/useBrandSearch.ts';
import { api, queryClient } from '../../../api/client.ts';
import { Button } from '../../../parts/Button.tsx';
import { Dialog } from '../../../parts/Dialog.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { ErrorLine, Loading, Skeleton } from '../../../parts/states.tsx';
import { tell } from '../../../parts/toast.tsx';
import { counted } from '../../../words/format.ts';

interface KeepLogoProps {
  /** The product that the logo is then of. */
  readonly productId: number | null;
}

/** Keeps the logo of a company by its name. */
export function KeepLogo({ productId }: KeepLogoProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Add a company’s logo</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Add a company’s logo"
        description="The logo of a company whose ads are known here; where none is known, its initials are drawn."
      >
        <KeepLogoForm productId={productId} onKept={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function KeepLogoForm({ productId, onKept }: KeepLogoProps & { readonly onKept: () => void }) {
  const [name, setName] = useState('');
  const keep = useMutation(
    api.brandImages.keep.mutationOptions({
      onSuccess: async (image) => {
        await queryClient.invalidateQueries(api.brandImages.pathFilter());
        tell(`${image.name} is kept`);
        onKept();
      },
    }),
  );
  const keepLogo = (logoOf: string): void =>
    keep.mutate({ logoOf, ...(productId !== null && { productId }) });
  return (
    <>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          keepLogo(name);
        }}
      >
        <TextField
          label="Company"
          className="flex-1"
          value={name}
          maxLength={300}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" look="primary" busy={keep.isPending} disabled={name.trim() === ''}>
          Keep logo
        </Button>
      </form>
      {keep.isError && <ErrorLine error={keep.error} />}
      <Companies typed={name} busy={keep.isPending} onChoose={keepLogo} />
    </>
  );
}

interface CompaniesProps {
  readonly typed: string;
  readonly busy: boolean;
  readonly onChoose: (name: string) => void;
}

/** Those that may be meant, also after a slip of the finger. */
function Companies({ typed, busy, onChoose }: CompaniesProps) {
  const found = useBrandSearch(typed, 6);
  if (typed.trim() === '') return null;
  if (found.isPending)
    return (
      <Loading label="Companies are loading">
        <Skeleton className="h-36" />
      </Loading>
    );
  return (
    <ul aria-label="Companies" className="flex flex-col gap-1">
      {(found.data?.companies ?? []).map((company) => (
        <li key={company.advertiserId}>
          <button
            type="button"
            disabled={busy}
            onClick={() => onChoose(company.name)}
            className="flex w-full items-center gap-3 rounded-md p-2 text-left hover:bg-sunk"
          >
            <Logo name={company.name} url={company.brandLogo} />
            <span className="min-w-0 flex-1 truncate">{company.name}</span>
            <span className="text-xs text-quiet">{counted(company.adCount, 'ad')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
