import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BrandCombobox } from '../../ads/BrandCombobox.tsx';
import { api } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.images;

/** Adds the logo of a brand to a product, or to the images of all products. */
export function AddLogo({ productId }: { readonly productId: number | null }) {
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
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{copy.addBrandLogo}</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={copy.addBrandLogo} description={copy.addLogoText}>
        {keep.isError && <ErrorLine error={keep.error} />}
        <BrandCombobox
          label={copy.brand}
          selected={[]}
          onPick={(logoOf) => {
            if (!keep.isPending) keep.mutate({ logoOf, ...(productId !== null && { productId }) });
          }}
        />
      </Dialog>
    </>
  );
}
