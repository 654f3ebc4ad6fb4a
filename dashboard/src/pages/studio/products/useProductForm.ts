import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client, queryClient } from '../../../api/client.ts';
import { issuesOf, sentenceOf } from '../../../api/errors.ts';
import type { CloneProduct } from '../../../api/types.ts';
import { tell } from '../../../parts/toast.tsx';
import { counted } from '../../../words/format.ts';
import { type Draft, draftOf, type Found, issuesByField, savedOf, withFound, wrongIn } from './draft.ts';

/** What is filled in, what a website says of it, and saving both. */
export function useProductForm(product: CloneProduct | null, onSaved: () => void) {
  const [draft, setDraft] = useState(() => draftOf(product ?? {}));
  const [teamId, setTeamId] = useState<number | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  /** Addresses of pictures of which a copy is to be kept. */
  const [kept, setKept] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<Partial<Record<keyof Draft, string>>>({});
  const save = useMutation({
    mutationFn: async () => {
      const saved = await saveProduct(product, draft, teamId);
      const pictures = kept.filter((url) => url === draft.logoUrl || draft.images.includes(url));
      return { saved, refused: await keepPictures(pictures, saved.id, draft.logoUrl), pictures };
    },
    onSuccess: async ({ saved, refused, pictures }) => {
      await queryClient.invalidateQueries(api.cloneProducts.pathFilter());
      void queryClient.invalidateQueries(api.brandImages.pathFilter());
      void queryClient.invalidateQueries(api.ads.getClonePayload.pathFilter());
      const lost = `${counted(refused.length, 'picture')} of ${pictures.length} could not be kept: ${refused[0]}`;
      tell(refused.length === 0 ? `${saved.name} is saved` : `${saved.name} is saved. ${lost}`);
      onSaved();
    },
    onError: (error) => setWrong(issuesByField(issuesOf(error))),
  });
  return {
    draft,
    found,
    kept,
    wrong,
    teamId,
    setTeamId,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    keep: (url: string, isKept: boolean) =>
      setKept((before) => [...before.filter((one) => one !== url), ...(isKept ? [url] : [])]),
    takeFound: (said: Found) => {
      setFound(said);
      setDraft((before) => withFound(before, said));
    },
    isSaving: save.isPending,
    /** What no field can tell. */
    error: save.isError && issuesOf(save.error).length === 0 ? save.error : null,
    save: () => {
      const mistakes = wrongIn(draft);
      setWrong(mistakes);
      if (Object.keys(mistakes).length === 0) save.mutate();
    },
  };
}
export type ProductForm = ReturnType<typeof useProductForm>;

function saveProduct(
  product: CloneProduct | null,
  draft: Draft,
  teamId: number | null,
): Promise<CloneProduct> {
  const saved = savedOf(draft);
  return product === null
    ? client.cloneProducts.create.mutate({ ...saved, teamId })
    : client.cloneProducts.update.mutate({ ...saved, id: product.id });
}

/** One after the other, since a website is asked for each; answers with why some were not kept. */
async function keepPictures(urls: readonly string[], productId: number, logoUrl: string): Promise<string[]> {
  const refused: string[] = [];
  for (const url of urls) {
    const kind = url === logoUrl ? 'logo' : 'product';
    await client.brandImages.keep
      .mutate({ url, productId, kind })
      .catch((error: unknown) => refused.push(sentenceOf(error)));
  }
  return refused;
}
