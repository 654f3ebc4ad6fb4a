import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import { getIssues, errorMessage } from '../../../lib/errors.ts';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { toast } from '../../../ui/toast.tsx';
import {
  type ProductDraft,
  productDraft,
  type Found,
  issuesByField,
  saveInput,
  validate,
  withFound,
} from './draft.ts';
import { studioCopy } from '../copy.ts';

export function useProductForm(product: CloneProduct | null, onSaved: () => void) {
  const [draft, setDraft] = useState(() => productDraft(product ?? {}));
  const [teamId, setTeamId] = useState<number | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [copied, setCopied] = useState<readonly string[]>([]);
  const [fieldErrors, setFieldErrors] = useState<Partial<Record<keyof ProductDraft, string>>>({});
  const save = useMutation({
    mutationFn: async () => {
      const saved = await saveProduct(product, draft, teamId);
      const urls = copied.filter((url) => url === draft.logoUrl || draft.images.includes(url));
      return { saved, errors: await copyImages(urls, saved.id, draft.logoUrl), urls };
    },
    onSuccess: ({ saved, errors, urls }) => {
      const failure = studioCopy.products.imagesFailed(errors.length, urls.length, errors[0]);
      toast(
        errors.length === 0
          ? studioCopy.products.saved(saved.name)
          : studioCopy.products.savedPartly(saved.name, failure),
      );
      onSaved();
    },
    onError: (error) => setFieldErrors(issuesByField(getIssues(error))),
    meta: {
      invalidates: [
        api.cloneProducts.pathFilter(),
        api.brandImages.pathFilter(),
        api.ads.getClonePayload.pathFilter(),
      ],
    },
  });
  return {
    draft,
    found,
    copied,
    fieldErrors,
    teamId,
    setTeamId,
    change: (part: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...part })),
    setCopied: (url: string, isCopied: boolean) =>
      setCopied((before) => [...before.filter((one) => one !== url), ...(isCopied ? [url] : [])]),
    applyFound: (result: Found) => {
      setFound(result);
      setDraft((before) => withFound(before, result));
    },
    isSaving: save.isPending,
    error: save.isError && getIssues(save.error).length === 0 ? save.error : null,
    save: () => {
      const errors = validate(draft);
      setFieldErrors(errors);
      if (Object.keys(errors).length === 0) save.mutate();
    },
  };
}
export type ProductForm = ReturnType<typeof useProductForm>;

function saveProduct(
  product: CloneProduct | null,
  draft: ProductDraft,
  teamId: number | null,
): Promise<CloneProduct> {
  const saved = saveInput(draft);
  return product === null
    ? client.cloneProducts.create.mutate({ ...saved, teamId })
    : client.cloneProducts.update.mutate({ ...saved, id: product.id });
}

/** Copies images one after the other, since each is fetched from the website; returns the errors. */
async function copyImages(urls: readonly string[], productId: number, logoUrl: string): Promise<string[]> {
  const errors: string[] = [];
  for (const url of urls) {
    const kind = url === logoUrl ? 'logo' : 'product';
    await client.brandImages.keep
      .mutate({ url, productId, kind })
      .catch((error: unknown) => errors.push(errorMessage(error)));
  }
  return errors;
}
